import type { Use } from '../database/clean.ts';
import { count } from '../report/count.ts';
import { printableLine } from '../report/printable.ts';
import { print, type Streams } from './streams.ts';

/** Tells where the cache is and what is in it. */
export async function showCache(streams: Streams): Promise<void> {
  const { openCache, readUses } = await load();
  const cache = await openCache();
  const uses = readUses(cache);
  const sizes = uses.map(({ bytes }) => toMegabytes(bytes));
  const ages = uses.map(({ usedAt }) => toAge(Date.now() - usedAt));
  const lines = uses.map((use, index) => {
    const size = (sizes[index] ?? '').padStart(longest(sizes));
    const age = (ages[index] ?? '').padStart(longest(ages));
    return `  ${size}   ${age}   ${describe(use)}${use.isUsed ? ', in use' : ''}\n`;
  });
  await print(streams, `${cache.folder}: ${sum(uses)}\n${lines.join('')}`);
}

/** Removes all that no run uses, and tells what that was. */
export async function cleanCache(streams: Streams): Promise<void> {
  const { openCache, clean } = await load();
  const cache = await openCache();
  const uses = clean(cache);
  const kept = uses.filter(({ isUsed }) => isUsed);
  const lines = kept.map((use) => `in use, and kept: ${describe(use)}, ${toMegabytes(use.bytes)}\n`);
  await print(streams, `removed ${sum(uses.filter(({ isUsed }) => !isUsed))} from ${cache.folder}\n${lines.join('')}`);
}

async function load() {
  const [{ openCache }, { clean, readUses }] = await Promise.all([import('../database/embedded.ts'), import('../database/clean.ts')]);
  return { openCache, clean, readUses };
}

const kinds: Readonly<Record<string, string>> = {
  schema: 'a loaded schema',
  template: 'an empty cluster',
  binaries: "PostgreSQL's programs",
  building: 'what a run was building',
  reports: 'reports of earlier runs',
};

function describe({ name, about }: Use): string {
  if (about !== null) return `loaded ${printableLine(about)}`;
  return kinds[name.replace(/-.*/, '')] ?? name;
}

function sum(uses: readonly Use[]): string {
  return uses.length === 0 ? 'nothing' : `${count(uses.length, 'item')}, ${toMegabytes(uses.reduce((bytes, use) => bytes + use.bytes, 0))}`;
}

function toMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}

function toAge(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'used just now';
  if (minutes < 120) return `used ${count(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `used ${count(hours, 'hour')} ago` : `used ${count(Math.floor(hours / 24), 'day')} ago`;
}

function longest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}
