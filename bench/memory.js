// Runs a script of ours and prints the most memory that it had resident.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: 'ignore' });
let most = 0;
const timer = setInterval(() => {
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  most = Math.max(most, Number(peak ?? 0));
}, 2);
await once(child, 'exit');
clearInterval(timer);
console.log(`memory       ${(most / 1024).toFixed(0)} MB resident at most`);
