// The least that reading a log can be: its lines, and a hash of each statement.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const seen = new Map();
let rest = '';
let lines = 0;
for await (const chunk of createReadStream(process.argv[2], { highWaterMark: 1 << 18, encoding: 'utf8' })) {
  const parts = (rest + chunk).split('\n');
  rest = parts.pop();
  lines += parts.length;
  for (const line of parts) {
    const start = line.indexOf('LOG:  ');
    if (start === -1) continue;
    const hash = createHash('sha1').update(line.slice(start)).digest('hex');
    seen.set(hash, (seen.get(hash) ?? 0) + 1);
  }
}
console.log(`${lines} lines, ${seen.size} distinct`);
