import { expect, test } from 'vitest';
import { shortenCommand } from '../../src/baseline/shorten-command.ts';

const cases: readonly (readonly [command: string, shortened: string])[] = [
  ['npm test', 'npm test'],
  ['node /home/ann/shop/api/app.js', 'node app.js'],
  ['/usr/local/bin/node /home/ann/shop/api/src/app.js --all', 'node src/app.js --all'],
  ['node /home/ann/shop/tools/run.js', 'node tools/run.js'],
  ['node /home/ann/shop-2/run.js', 'node run.js'],
  ['node --import=/home/ann/shop/api/hooks.mjs "/home/ann/shop/api/app.js"', 'node --import=hooks.mjs "app.js"'],
  ['C:\\Program\\node.exe app.js', 'node.exe app.js'],
  ['node app.js http://localhost/x 6 / 2', 'node app.js http://localhost/x 6 / 2'],
  ['node ../app.js', 'node ../app.js'],
];
test.each(cases)('%s', (command, shortened) => {
  expect(shortenCommand(command, ['/home/ann/shop/api', '/home/ann/shop'])).toBe(shortened);
});
