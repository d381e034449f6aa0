import { expect, test } from 'vitest';
import { shortenCommand } from '../../src/baseline/shorten-command.ts';

const cases: readonly (readonly [command: string, shortened: string])[] = [
  ['npm test', 'npm test'],
  ['node /srv/ann/shop/api/app.js', 'node app.js'],
  ['/usr/local/bin/node /srv/ann/shop/api/src/app.js --all', 'node src/app.js --all'],
  ['node /srv/ann/shop/tools/run.js', 'node tools/run.js'],
  ['node /srv/ann/shop-2/run.js', 'node run.js'],
  ['node --import=/srv/ann/shop/api/hooks.mjs "/srv/ann/shop/api/app.js"', 'node --import=hooks.mjs "app.js"'],
  ['C:\\Program\\node.exe app.js', 'node.exe app.js'],
  ['node app.js http://localhost/x 6 / 2', 'node app.js http://localhost/x 6 / 2'],
  ['node ../app.js', 'node ../app.js'],
];
test.each(cases)('%s', (command, shortened) => {
  expect(shortenCommand(command, ['/srv/ann/shop/api', '/srv/ann/shop'])).toBe(shortened);
});
