import type { SchemaStatement } from '../load/schema-statement.ts';
import { type Named, ofRelation, toName } from '../sql/names.ts';
import { as, type Fields, type Node } from '../sql/parse.ts';

/** Something that is not there for want of an extension. */
export interface LeftOut {
  readonly extension: string;
  /** What kind of thing, in the singular; `null` for what only says more of a thing that is named already. */
  readonly noun: string | null;
  readonly name: string;
}

/** A thing that a statement makes and that tables load without. */
export interface Spare {
  readonly noun: string | null;
  readonly named: Named;
  /** What cannot be judged without it, and how a sentence on that goes on: `public.v` `is a view`. */
  readonly unjudged?: { readonly named: Named; readonly what: string };
}

type Reader<K extends string> = (fields: Readonly<Record<string, unknown>>, kind: K) => Spare | null;

/** What is lost without the statement, or `null` where a table or a part of it might be. */
export function findSpare({ tree, kind }: SchemaStatement): Spare | null {
  const fields = Object.values(tree)[0] as Readonly<Record<string, unknown>>;
  return readers[kind]?.(fields, kind) ?? null;
}

/** `index`, `view`: kinds of things whose owner, comment, rights and name may be set without a loss of their own. */
const followUp: Reader<string> = () => ({ noun: null, named: { schema: null, name: '' } });

const named =
  (noun: string, ...path: readonly string[]): Reader<string> =>
  (fields) => {
    const value = path.map((field) => fields[field]).find((found) => found !== undefined);
    return { noun, named: readName(value) };
  };

function readName(value: unknown): Named {
  if (typeof value === 'string') return { schema: null, name: value };
  if (Array.isArray(value)) return toName(value as readonly Node[]);
  return ofRelation(value as Fields<'RangeVar'> | undefined);
}

const readers: Readonly<Record<string, Reader<string>>> = {
  IndexStmt: (fields) => {
    const { idxname, relation } = fields as Fields<'IndexStmt'>;
    return { noun: 'index', named: { schema: null, name: idxname ?? `on ${relation?.relname}` } };
  },
  ViewStmt: (fields) => absent('view', ofRelation((fields as Fields<'ViewStmt'>).view)),
  CreateTableAsStmt: (fields) => {
    const { objtype, into } = fields as Fields<'CreateTableAsStmt'>;
    return objtype === 'OBJECT_MATVIEW' ? absent('materialized view', ofRelation(into?.rel)) : null;
  },
  CreateFunctionStmt: (fields) => {
    const { is_procedure, funcname } = fields as Fields<'CreateFunctionStmt'>;
    return absent(is_procedure === true ? 'procedure' : 'function', toName(funcname));
  },
  DefineStmt: (fields) => {
    const { kind, defnames } = fields as Fields<'DefineStmt'>;
    if (kind === 'OBJECT_TYPE') return null;
    if (kind === 'OBJECT_AGGREGATE') return absent('aggregate', toName(defnames));
    const noun = `${kind}`.replace(/^OBJECT_(?:TS)?/, '').toLowerCase();
    return { noun: /^OBJECT_TS/.test(`${kind}`) ? `text search ${noun}` : noun, named: toName(defnames) };
  },
  CreatePolicyStmt: (fields) => changed('policy', fields['policy_name'], fields['table']),
  AlterPolicyStmt: (fields) => changed('policy', fields['policy_name'], fields['table']),
  RuleStmt: (fields) => changed('rule', fields['rulename'], fields['relation']),
  AlterTableStmt: (fields) => ofAlteration(fields as Fields<'AlterTableStmt'>),
  CreateTrigStmt: named('trigger', 'trigname'),
  CreateEventTrigStmt: named('event trigger', 'trigname'),
  CreateStatsStmt: named('statistics object', 'defnames'),
  CreateOpClassStmt: named('operator class', 'opclassname'),
  CreateOpFamilyStmt: named('operator family', 'opfamilyname'),
  CreateFdwStmt: named('foreign-data wrapper', 'fdwname'),
  CreateForeignServerStmt: named('foreign server', 'servername'),
  CreateCastStmt: () => ({ noun: 'cast', named: { schema: null, name: '' } }),
  ...Object.fromEntries(
    `CommentStmt SecLabelStmt GrantStmt AlterDefaultPrivilegesStmt AlterOwnerStmt AlterObjectSchemaStmt AlterObjectDependsStmt AlterFunctionStmt
    AlterOperatorStmt AlterOpFamilyStmt AlterTypeStmt AlterStatsStmt AlterEventTrigStmt AlterExtensionStmt AlterExtensionContentsStmt
    AlterFdwStmt AlterForeignServerStmt CreateUserMappingStmt AlterTSConfigurationStmt AlterTSDictionaryStmt CreateTransformStmt
    RefreshMatViewStmt ClusterStmt ReindexStmt VacuumStmt LoadStmt`
      .split(/\s+/)
      .map((kind) => [kind, followUp]),
  ),
  RenameStmt: (fields) => (/TABLE|COLUMN|TYPE|SCHEMA/.test(`${fields['renameType']}`) ? null : followUp(fields, '')),
  DropStmt: (fields) => (/_TABLE|TYPE|DOMAIN|SCHEMA/.test(`${fields['removeType']}`) ? null : followUp(fields, '')),
};

/** A relation or function that is not there. */
function absent(noun: string, of: Named): Spare {
  return { noun, named: of, unjudged: { named: of, what: `is a ${noun} that` } };
}

/** A relation that does without one of its parts. */
function changed(noun: string, part: unknown, relation: unknown): Spare {
  const of = ofRelation(relation as Fields<'RangeVar'>);
  return { noun, named: { schema: null, name: `${part} on ${of.name}` }, unjudged: { named: of, what: `has the ${noun} ${part}, which` } };
}

/** Changes to a table that leave all of its columns and partitions there. */
const spareChanges: Readonly<Record<string, string | null>> = {
  AT_AddConstraint: 'constraint',
  AT_ValidateConstraint: null,
  AT_DropConstraint: null,
  AT_ColumnDefault: 'default',
  AT_CookedColumnDefault: 'default',
  AT_AlterColumnType: 'change of the type',
  AT_SetStatistics: null,
  AT_SetStorage: null,
  AT_SetCompression: null,
  AT_SetOptions: null,
  AT_SetRelOptions: 'storage option',
  AT_ResetRelOptions: null,
  AT_SetAccessMethod: 'access method',
  AT_ClusterOn: null,
  AT_ChangeOwner: null,
  AT_EnableTrig: null,
  AT_DisableTrig: null,
};

function ofAlteration({ cmds = [], objtype, relation }: Fields<'AlterTableStmt'>): Spare | null {
  const of = ofRelation(relation);
  // Of an index or a view, nothing that is altered is a table's.
  if (objtype !== 'OBJECT_TABLE' && objtype !== 'OBJECT_FOREIGN_TABLE') return { noun: null, named: of };
  const commands = cmds.flatMap((command) => as(command, 'AlterTableCmd') ?? []);
  if (!commands.every(({ subtype = '' }) => subtype in spareChanges)) return null;
  const first = commands.find(({ subtype = '' }) => spareChanges[subtype] !== null);
  const noun = spareChanges[first?.subtype ?? ''] ?? null;
  const name = first?.name ?? as(first?.def, 'Constraint')?.conname;
  const isConstraint = first?.subtype === 'AT_AddConstraint' && name !== undefined;
  return { noun, named: { schema: null, name: isConstraint ? name : `of ${of.name}${name === undefined ? '' : `.${name}`}` } };
}
