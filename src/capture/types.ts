/** PostgreSQL's own types by OID: the name, and the OID of its array type. */
const own: readonly (readonly [oid: number, name: string, array: number])[] = [
  [16, 'bool', 1000],
  [17, 'bytea', 1001],
  [18, '"char"', 1002],
  [19, 'name', 1003],
  [20, 'int8', 1016],
  [21, 'int2', 1005],
  [23, 'int4', 1007],
  [25, 'text', 1009],
  [26, 'oid', 1028],
  [114, 'json', 199],
  [142, 'xml', 143],
  [650, 'cidr', 651],
  [700, 'float4', 1021],
  [701, 'float8', 1022],
  [790, 'money', 791],
  [829, 'macaddr', 1040],
  [869, 'inet', 1041],
  [1042, 'bpchar', 1014],
  [1043, 'varchar', 1015],
  [1082, 'date', 1182],
  [1083, 'time', 1183],
  [1114, 'timestamp', 1115],
  [1184, 'timestamptz', 1185],
  [1186, 'interval', 1187],
  [1266, 'timetz', 1270],
  [1560, 'bit', 1561],
  [1562, 'varbit', 1563],
  [1700, 'numeric', 1231],
  [2205, 'regclass', 2210],
  [2950, 'uuid', 2951],
  [3802, 'jsonb', 3807],
  [3904, 'int4range', 3905],
  [3906, 'numrange', 3907],
  [3908, 'tsrange', 3909],
  [3910, 'tstzrange', 3911],
  [3912, 'daterange', 3913],
  [3926, 'int8range', 3927],
];

const names: ReadonlyMap<number, string> = new Map(own.flatMap(([oid, name, array]) => [[oid, name] as const, [array, `${name}[]`] as const]));

/** The name of a type, `undefined` for one that a schema made. */
export function nameOfType(oid: number): string | undefined {
  return names.get(oid);
}

export function isArrayType(oid: number): boolean {
  return nameOfType(oid)?.endsWith('[]') === true;
}
