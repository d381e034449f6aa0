// Writes a page for each rule and the table of rules in the README, all from the rules themselves. With --check it writes nothing and ends with 1 where a file is stale.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rules } from '../dist/rules/index.js';

const root = new URL('../', import.meta.url);
const readme = new URL('README.md', root);
const pages = new URL('docs/rules/', root);

mkdirSync(pages, { recursive: true });
const wanted = new Map(rules.map((rule) => [new URL(`${rule.id}.md`, pages).href, toPage(rule)]));
wanted.set(readme.href, withTable(readFileSync(readme, 'utf8')));
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

function toPage({ id, summary, why, bad, good, severity }) {
  return `# ${id}

${summary}

Severity: ${severity}

## Why

${why.trim()}

## Instead of

\`\`\`sql
${bad.trim()}
\`\`\`

## Write

\`\`\`sql
${good.trim()}
\`\`\`
`;
}

function withTable(text) {
  const rows = rules.map(({ id, severity, summary }) => `| [\`${id}\`](docs/rules/${id}.md) | ${severity} | ${summary.replaceAll('|', '\\|')} |`);
  const table = ['| rule | severity | finds |', '|---|---|---|', ...rows].join('\n');
  return text.replace(/(<!-- rules -->\n)[\s\S]*?(<!-- end of rules -->)/, (_, start, end) => `${start}\n${table}\n\n${end}`);
}

function read(href) {
  try {
    return readFileSync(new URL(href), 'utf8');
  } catch {
    return null;
  }
}
