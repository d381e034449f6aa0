import type { Partition } from '../catalog/catalog.ts';

/** How a relation is divided, level by level: `LIST account_group × RANGE created_at`. */
export function describeShape(named: Partition): string {
  const levels: string[] = [];
  for (let level: readonly Partition[] = [named]; level.length > 0; level = level.flatMap(({ children }) => children)) {
    const keys = [
      ...new Set(level.flatMap(({ key }) => (key === null ? [] : [`${key.strategy.toUpperCase()} ${key.parts.map(({ name }) => name).join(', ')}`]))),
    ];
    if (keys.length > 0) levels.push(keys.join(' or '));
  }
  return levels.join(' × ');
}
