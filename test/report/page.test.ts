import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatHtml } from '../../src/report/html/html.ts';
import type { Report } from '../../src/report/report.ts';
import { sampleGrid, sampleReference } from './explain-sample.ts';
import { cleanReport, hostileReport, largeReport, presentation } from './hostile.ts';

const executablePath = '/usr/bin/chromium';
const hasBrowser = existsSync(executablePath);

/** A page that was opened, and what it should never do. */
interface Opened {
  readonly page: Page;
  readonly complaints: string[];
}

describe.skipIf(!hasBrowser)(`the page in a browser (needs ${executablePath}: apt-get install chromium)`, () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    folder = await mkdtemp(join(tmpdir(), 'planlint-page-'));
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  async function open(report: Report, settings: { colorScheme?: 'light' | 'dark'; width?: number } = {}): Promise<Opened> {
    const path = join(folder, 'report.html');
    await writeFile(path, formatHtml(report, presentation));
    const context = await browser.newContext({
      colorScheme: settings.colorScheme ?? 'light',
      viewport: { width: settings.width ?? 1280, height: 900 },
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => void complaints.push(dialog.message()));
    page.on('request', (request) => {
      if (request.url() !== pathToFileURL(path).href) complaints.push(request.url());
    });
    await page.goto(pathToFileURL(path).href);
    return { page, complaints };
  }

  const cards = (page: Page) => page.locator('.card:visible');

  test('filters by rule, file, table, severity and words, and says how many are left', async () => {
    const { page, complaints } = await open(hostileReport());
    const status = page.getByRole('status');
    const left = async (count: number, text: string): Promise<void> => {
      await expect.poll(() => status.textContent()).toBe(text);
      expect(await cards(page).count()).toBe(count);
    };
    await left(6, '8 findings');
    await page.getByLabel('Rule').selectOption('no-hidden-cascade');
    await left(1, '1 of 8 findings');
    await page.getByRole('button', { name: 'Clear' }).click();
    await left(6, '8 findings');
    await page.getByLabel('File').selectOption('app log.jsonl');
    await left(1, '1 of 8 findings');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Severity').selectOption('suppressed');
    await left(2, '2 of 8 findings');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Table').selectOption('public.credit');
    await left(5, '7 of 8 findings');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('onerror=alert WHERE');
    await left(2, '4 of 8 findings');
    await page.getByLabel('Search').fill('nothing like it');
    await left(0, '0 of 8 findings');
    expect(await page.getByText('No finding matches.').isVisible()).toBe(true);
    expect(await status.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('opens a finding with the keyboard: its SQL, its leaves, its fix', async () => {
    const report = hostileReport();
    const grid = sampleGrid(['2025', '2026'], ['g1…g3 R.', 'g4 ?s']);
    const { page, complaints } = await open({ ...report, pictures: new Map([[0, { references: [sampleReference(grid)], tree: null }]]) });
    const first = cards(page).first();
    expect(await first.getByLabel('Statement').isVisible()).toBe(false);
    await first.locator(':scope > summary').focus();
    await page.keyboard.press('Enter');
    expect(await first.locator('.sql').first().locator('mark.error').textContent()).toBe('credit c');
    expect(await first.getByLabel('Proven fix').locator('.line.added').textContent()).toContain("AND c.k = '<i>🐘</i>'");
    expect(await first.getByRole('region', { name: 'Leaves of ledger_entry e' }).locator('.leaf').count()).toBe(4);
    expect(await page.evaluate<string>("getComputedStyle(document.querySelector('.grid .leaf.read i')).backgroundColor")).toBe('rgb(24, 112, 63)');
    expect(complaints).toEqual([]);
  });

  test('goes from finding to finding with j and k, and opens one with Enter', async () => {
    const { page, complaints } = await open(hostileReport());
    const current = (): Promise<number> =>
      page.evaluate<number>("[...document.querySelectorAll('.card')].indexOf(document.activeElement.closest('.card'))");
    for (const [key, at] of [
      ['j', 0],
      ['j', 1],
      ['k', 0],
      ['k', 0],
    ] as const) {
      await page.keyboard.press(key);
      expect(await current()).toBe(at);
    }
    await page.keyboard.press('Enter');
    expect(await cards(page).first().getAttribute('open')).toBe('');
    await page.getByLabel('Search').fill('j');
    await page.getByLabel('Search').press('Escape');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(complaints).toEqual([]);
  });

  test('a link to a finding opens it, whatever the filters leave out', async () => {
    const { page, complaints } = await open(hostileReport());
    await page.getByLabel('File').selectOption('app log.jsonl');
    await expect.poll(() => cards(page).count()).toBe(1);
    const [, , last = ''] = await page.evaluate<string[]>("[...document.querySelectorAll('.card')].map((card) => card.querySelector('.finding').id)");
    await page.evaluate(`location.hash = ${JSON.stringify(last)}`);
    await expect.poll(() => page.locator('.card[open]').count()).toBe(1);
    expect(await page.locator('.card[open] .finding').first().getAttribute('id')).toBe(last);
    expect(
      await page.evaluate<number>(
        "new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size - document.querySelectorAll('[id]').length",
      ),
    ).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('copies a fixed statement', async () => {
    const { page, complaints } = await open(hostileReport());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await cards(page).first().locator(':scope > summary').click();
    const button = cards(page).first().getByRole('button', { name: 'Copy statement' });
    await button.click();
    await expect.poll(() => cards(page).first().locator('.copy').textContent()).toBe('Copied');
    const fix = hostileReport().findings[0]?.evidence.fix?.sql.replaceAll('\r\n', '\n').replaceAll('\u001b', '␛');
    expect((await page.evaluate<string>('navigator.clipboard.readText()')).replaceAll('\r', '').replaceAll('␍', '')).toBe(fix);
    expect(complaints).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('begins as %s as the system is, and changes', async (colorScheme) => {
    const { page, complaints } = await open(hostileReport(), { colorScheme });
    const ground = (): Promise<string> => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const [light, dark] = ['rgb(246, 245, 241)', 'rgb(18, 21, 24)'];
    const toggle = page.getByRole('button', { name: 'Dark' });
    expect([await ground(), await toggle.getAttribute('aria-pressed')]).toEqual(colorScheme === 'dark' ? [dark, 'true'] : [light, 'false']);
    await toggle.click();
    expect([await ground(), await toggle.getAttribute('aria-pressed')]).toEqual(colorScheme === 'dark' ? [light, 'false'] : [dark, 'true']);
    await page.reload();
    expect(await ground()).toBe(colorScheme === 'dark' ? light : dark);
    expect(complaints).toEqual([]);
  });

  test.each([1280, 400])('nothing is wider than a window of %d pixels', async (width) => {
    const { page } = await open(hostileReport(), { width });
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect((await page.screenshot()).length).toBeGreaterThan(10_000);
  });

  test('prints every finding that is shown, opened, on white', async () => {
    const { page } = await open(hostileReport(), { colorScheme: 'dark' });
    await page.getByLabel('File').selectOption('app log.jsonl');
    await expect.poll(() => cards(page).count()).toBe(1);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('details[open].card').count()).toBe(1);
    expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.getByRole('search').isVisible()).toBe(false);
  });

  test('a thousand findings can be searched', async () => {
    const { page, complaints } = await open(largeReport(1000));
    expect(await cards(page).count()).toBe(1000);
    await page.getByLabel('Search').fill('Query999');
    await expect.poll(() => cards(page).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('without a finding there is nothing to filter', async () => {
    const { page, complaints } = await open(cleanReport());
    expect(await page.getByRole('search').count()).toBe(0);
    expect(await page.getByText('1 statement judged, nothing found.').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('every control has a name, every table heads', async () => {
    const { page } = await open(hostileReport());
    const unnamed =
      "[...document.querySelectorAll('button, input, select')].filter((one) => !(one.labels?.[0]?.textContent || one.textContent)).length";
    expect(await page.evaluate<number>(unnamed)).toBe(0);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    for (const table of await page.locator('table').all()) expect(await table.locator('th[scope]').count()).toBeGreaterThan(0);
  });
});
