// Writes a page for each rule, the schema of the config and the table of its keys, and into the README the table of rules, a piece of the demo's report and a statement explained. With --check it writes nothing and ends with 1 where a file is stale.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listKeys } from '../dist/src/cli/config-texts.js';
import { rules } from '../dist/src/index.js';
import { formatRuleMarkdown, formatTable } from '../dist/src/report/rule-markdown.js';
import { toConfigSchema } from './config-schema.js';
import { demoOutput, explainOutput } from './demo-output.js';

const root = new URL('../', import.meta.url);
const readme = new URL('README.md', root);
const pages = new URL('docs/rules/', root);

mkdirSync(pages, { recursive: true });
const wanted = new Map(rules.map((rule) => [new URL(`${rule.id}.md`, pages).href, toPage(rule)]));
wanted.set(new URL('planlint.schema.json', root).href, toConfigSchema());
const config = new URL('docs/config.md', root);
wanted.set(config.href, withTable(readFileSync(config, 'utf8'), 'keys', toKeyTable()));
wanted.set(readme.href, await withOutputs(withTable(readFileSync(readme, 'utf8'), 'rules', toRuleTable())));
const orphans = readdirSync(pages)
  .map((name) => new URL(name, pages).href)
  .filter((href) => !wanted.has(href));
const stale = [...wanted].filter(([href, text]) => read(href) !== text).map(([href]) => href);

if (process.argv.includes('--check')) {
  for (const href of [...stale, ...orphans]) console.error(`${href.slice(root.href.length)} is stale: npm run docs`);
  process.exitCode = stale.length + orphans.length > 0 ? 1 : 0;
} else {
  for (const href of stale) writeFileSync(new URL(href), wanted.get(href));
  for (const href of orphans) rmSync(new URL(href));
}

function toPage(rule) {
  const more = '[Narrow ways through](../exceptions.md) has what to write for a period that crosses a border, a dashboard, a backfill and a report.';
  return `${[`# ${rule.id}`, formatRuleMarkdown(rule), more].join('\n\n')}\n`;
}

function toSeverity({ severity, exception }) {
  return exception === undefined ? severity : `${severity}, ${exception}`;
}

function toRuleTable() {
  const rows = rules.map((rule) => [`[\`${rule.id}\`](docs/rules/${rule.id}.md)`, toSeverity(rule), rule.summary.replaceAll('|', '\\|')]);
  return formatTable([['rule', 'severity', 'finds'], ...rows]);
}

function toKeyTable() {
  return formatTable([
    ['key', 'holds', 'what it does'],
    ...listKeys().map(([name, form, about]) => [`\`${name}\``, form.replaceAll('|', '\\|'), about]),
  ]);
}

function withTable(text, name, table) {
  return text.replace(new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`), (_, start, end) => `${start}\n${table}\n\n${end}`);
}

async function withOutputs(text) {
  const cwd = fileURLToPath(root);
  const withDemo = withOutput(text, 'demo output', await demoOutput(cwd));
  return withOutput(withDemo, 'explain output', await explainOutput(cwd));
}

function withOutput(text, name, output) {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const [before, rest = ''] = text.split(start);
  return `${before}${start}\n\`\`\`\n${output}\n\`\`\`\n\n${end}${rest.split(end)[1] ?? ''}`;
}

function read(href) {
  try {
    return readFileSync(new URL(href), 'utf8');
  } catch {
    return null;
  }
}
