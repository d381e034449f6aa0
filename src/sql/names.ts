import { as, type Fields, type Node } from './parse.ts';

/** A thing by its name, as a tree or a message has it. */
export interface Named {
  /** `null` where none is written. */
  readonly schema: string | null;
  readonly name: string;
}

/** A name of one part or two. */
export function toName(parts: readonly Node[] | undefined): Named {
  const [name = '', schema = null] = (parts ?? []).flatMap((part) => as(part, 'String')?.sval ?? []).reverse();
  return { schema, name };
}

/** The name of a relation as it stands. */
export function ofRelation(relation: Fields<'RangeVar'> | undefined): Named {
  return { schema: relation?.schemaname ?? null, name: relation?.relname ?? '' };
}

/** Splits `schema.name`, each part quoted or not. */
export function toNamed(qualified: string): Named {
  const parts = [...qualified.matchAll(/"((?:[^"]|"")*)"|([^".]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  return { schema: parts.at(-2) ?? null, name: parts.at(-1) ?? '' };
}
