import type { TSType } from './syntax.ts';

/** What a type tells of an expression: a value, an array of values, SQL, or nothing. */
export type Nature = 'value' | 'array' | 'sql' | null;

const values: ReadonlySet<TSType['type']> = new Set([
  'TSStringKeyword',
  'TSNumberKeyword',
  'TSBooleanKeyword',
  'TSBigIntKeyword',
  'TSNullKeyword',
  'TSUndefinedKeyword',
  'TSLiteralType',
  'TSTemplateLiteralType',
]);
const classes: ReadonlySet<string> = new Set(['Date', 'Buffer', 'Uint8Array', 'String', 'Number', 'Boolean']);
const arrays: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray']);

/** Reads the nature off a type as it is written; a name that this file does not explain tells it only where it speaks of SQL. */
export function natureOf(type: TSType | null): Nature {
  if (type === null) return null;
  if (values.has(type.type)) return 'value';
  if (type.type === 'TSArrayType') return natureOf(type.elementType) === 'value' ? 'array' : natureOf(type.elementType) === 'sql' ? 'sql' : null;
  if (type.type === 'TSTypeOperator') return natureOf(type.typeAnnotation);
  if (type.type === 'TSParenthesizedType') return natureOf(type.typeAnnotation);
  if (type.type === 'TSUnionType') {
    const natures = new Set(type.types.map(natureOf));
    if (natures.has('sql')) return 'sql';
    return natures.size === 1 ? ([...natures][0] ?? null) : null;
  }
  if (type.type !== 'TSTypeReference') return null;
  const name = type.typeName.type === 'Identifier' ? type.typeName.name : type.typeName.type === 'TSQualifiedName' ? type.typeName.right.name : '';
  const [argument] = type.typeArguments?.params ?? [];
  if (arrays.has(name)) return argument !== undefined && natureOf(argument) === 'value' ? 'array' : null;
  if (classes.has(name)) return 'value';
  return /sql|query|fragment|expression|builder|column|table|identifier|helper/i.test(name) ? 'sql' : null;
}
