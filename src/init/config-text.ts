import type { Choices, Part } from './choices.ts';

/** The text of planlint.config.json. */
export function toConfigText({ parts, pgVersion, period, tables, isPackage }: Choices): string {
  const [first, ...others] = parts;
  const own = others.length === 0 && first !== undefined ? toKeys(first) : {};
  const options = {
    ...(period === null ? {} : { allowPeriodSpan: period }),
    ...(Object.keys(tables).length === 0
      ? {}
      : { tables: Object.fromEntries(Object.entries(tables).map(([table, most]) => [table, { maxLeavesPerGroup: most }])) }),
  };
  const config = {
    ...(isPackage ? { $schema: './node_modules/planlint/planlint.schema.json' } : {}),
    ...own,
    ...(pgVersion === null ? {} : { pgVersion }),
    ...(Object.keys(options).length === 0 ? {} : { rules: { 'no-leaf-fanout': options } }),
    ...(others.length === 0 ? {} : { projects: parts.map((part) => ({ name: part.name, ...toKeys(part) })) }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function toKeys({ paths, exclude, schema, seed }: Part): object {
  const { path, command, inputs, env } = schema;
  return {
    ...(paths.length === 0 ? {} : { paths }),
    ...(exclude.length === 0 ? {} : { exclude }),
    ...(command === null
      ? { schema: [path] }
      : { schemaCommand: command, ...(inputs.length === 0 ? {} : { schemaInput: inputs }), ...(Object.keys(env).length === 0 ? {} : { env }) }),
    ...(seed.length === 0 ? {} : { seed }),
  };
}
