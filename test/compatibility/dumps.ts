import type { Database } from '../../src/database/database.ts';
import { checkSql } from '../check-sql.ts';
import { openFiles } from '../open-schema.ts';
import type { Row, Section } from './section.ts';

const home = 'fixtures/dumps';

type Look = (database: Database) => Promise<string>;

const looks = new Map<string, Look[]>();
const seen = new Map<string, Promise<ReadonlyMap<Look, string>>>();

/** A row that looks at a dump. Each dump is opened once, and all its rows look then. */
function row([what, file]: readonly [what: string, file: string], happens: string, look: Look): Row {
  looks.set(file, [...(looks.get(file) ?? []), look]);
  const check = async () => {
    const all = seen.get(file) ?? lookAll(file);
    seen.set(file, all);
    return (await all).get(look) ?? 'not looked at';
  };
  return { what, happens, check };
}

async function lookAll(file: string): Promise<ReadonlyMap<Look, string>> {
  const database = await openFiles([`${home}/${file}`]);
  try {
    const found = new Map<Look, string>();
    for (const look of looks.get(file) ?? []) found.set(look, await look(database).catch(String));
    return found;
  } finally {
    await database.close();
  }
}

/** Something that is there when the dump is loaded: `happens` is a text that the server gives. */
function there(what: string, [file, query]: readonly [file: string, query: string], happens: string): Row {
  return row([what, file], happens, async (database) => String((await database.query(`SELECT (${query}) AS text`))[0]?.['text']));
}

/** Something that is not there as it was: `happens` is what the report says of it. */
function noted(what: string, subject: string, happens: string): Row {
  return row([what, 'whole-server.sql'], `${subject}: ${happens}`, async ({ state }) =>
    state.notes
      .filter((note) => note.subject === subject)
      .map(({ message }) => `${subject}: ${message}`)
      .join('; '),
  );
}

/** What a statement on the dump comes to. */
function judged(what: string, sql: string, happens: string): Row {
  return row([what, 'whole-server.sql'], happens, async (database) => {
    const { statement } = await checkSql(database, sql);
    return `${statement.status}: ${statement.reason ?? statement.verdict}`;
  });
}

const leaves = (root: string) =>
  `SELECT count(*) FILTER (WHERE isleaf) || ' leaves, ' || count(*) FILTER (WHERE NOT isleaf) || ' levels above them' FROM pg_partition_tree('${root}')`;
const keys = (table: string) =>
  `SELECT count(*) FILTER (WHERE conparentid = 0) || ' declared, ' || count(*) FILTER (WHERE conparentid <> 0) || ' cloned' FROM pg_constraint
    WHERE contype = 'f' AND conrelid IN (SELECT relid FROM pg_partition_tree('${table}'))`;
const loads = (count: string) => `SELECT 'loads, ' || ${count}`;

export const dumps: Section = {
  title: 'Dumps',
  intro: `Three dumps: one by \`pg_dump -C\` of a PostgreSQL 15 with its data, Rails' \`structure.sql\`, and what \`pg_dumpall\` writes of a server that has
much which planlint's own does not. What is not there as it was is said in the report, in the words below.`,
  heads: ['The dump holds', 'What happens'],
  rows: [
    there('Partitions that are made first and attached later', ['pg-dump.sql', leaves('shop.sale')], '5 leaves, 3 levels above them'),
    there('Foreign keys that come last', ['pg-dump.sql', keys('shop.refund')], '1 declared, 8 cloned'),
    there('`COPY … FROM stdin` data', ['pg-dump.sql', "SELECT count(*) || ' rows' FROM shop.sale"], '60 rows'),
    there(
      'Several schemas, and an empty search_path',
      ['pg-dump.sql', "SELECT string_agg(DISTINCT schemaname, ', ' ORDER BY schemaname) FROM pg_tables WHERE schemaname !~ '^(pg_|information)'"],
      'audit, shop',
    ),
    there(
      'Sequences, identity columns, OWNED BY, setval',
      ['pg-dump.sql', "SELECT string_agg(sequencename || ' at ' || last_value, ', ' ORDER BY sequencename) FROM pg_sequences"],
      'customer_id_seq at 20, sale_id_seq at 60',
    ),
    there(
      'Triggers, rules, policies',
      [
        'pg-dump.sql',
        `SELECT (SELECT tgname FROM pg_trigger WHERE NOT tgisinternal) || ', ' || (SELECT rulename FROM pg_rules WHERE schemaname = 'audit') || ', ' ||
          (SELECT policyname FROM pg_policies)`,
      ],
      'touch, log_is_kept, by_branch',
    ),
    there(
      'Enumerations, domains, composite types',
      [
        'pg-dump.sql',
        "SELECT string_agg(typname || ' ' || typtype::text, ', ' ORDER BY typname) FROM pg_type WHERE typname IN ('status', 'amount', 'place')",
      ],
      'amount d, place c, status e',
    ),
    there(
      'Aggregates, operators, casts',
      [
        'pg-dump.sql',
        `SELECT 'product ' || (SELECT shop.product(n) FROM (VALUES (2.0), (3.0)) v (n)) || ', operator ' || (2.0 OPERATOR(shop.#*#) 4.0) || ', cast ' || ('x'::text::shop.place)`,
      ],
      'product 6.00, operator 8.00, cast (x,"")',
    ),
    there('Statistics objects', ['pg-dump.sql', "SELECT stxname || ' of ' || stxrelid::regclass FROM pg_statistic_ext"], 'sale_stat of shop.sale'),
    there(
      'Materialized views, with rows and without',
      ['pg-dump.sql', "SELECT string_agg(matviewname || ' ' || ispopulated, ', ' ORDER BY matviewname) FROM pg_matviews"],
      'customers true, sold false',
    ),
    there('Large objects', ['pg-dump.sql', loads("convert_from(lo_get(4711), 'UTF8')")], 'loads, large'),
    there(
      'ICU collations',
      ['pg-dump.sql', "SELECT collname || ' of provider ' || collprovider::text FROM pg_collation WHERE collname = 'german'"],
      'german of provider i',
    ),
    there(
      'Text search configurations',
      ['pg-dump.sql', "SELECT string_agg(cfgname, ', ') FROM pg_ts_config WHERE cfgnamespace = 'shop'::regnamespace"],
      'plain',
    ),
    there(
      'postgres_fdw servers, user mappings and foreign tables',
      [
        'pg-dump.sql',
        "SELECT string_agg(srvname || ' for ' || usename, ', ') || ', ' || (SELECT ftrelid::regclass FROM pg_foreign_table) FROM pg_user_mappings",
      ],
      'archive for reporting, shop.archived',
    ),
    there(
      'Publications',
      ['pg-dump.sql', "SELECT string_agg(pubname || ' of ' || tablename, ', ') FROM pg_publication_tables"],
      'changes of customer',
    ),
    there(
      'OWNER TO, GRANT, default privileges, policies for roles that it does not create',
      ['pg-dump.sql', "SELECT string_agg(rolname, ', ' ORDER BY rolname) FROM pg_roles WHERE rolname !~ '^pg_|^postgres$' AND NOT rolcanlogin"],
      'clerk, reporting, shop_owner',
    ),
    there(
      "Rails' `\\restrict`, `CREATE SCHEMA public`, `INSERT INTO schema_migrations`",
      ['structure.sql', loads(`(${leaves('payments')})`)],
      'loads, 2 leaves, 2 levels above them',
    ),
    there("Rails' foreign keys", ['structure.sql', keys('payments')], '1 declared, 3 cloned'),
    there(
      '`\\connect`, `CREATE DATABASE`, comments and owners of databases',
      ['whole-server.sql', loads(`(${leaves('sales.sale')})`)],
      'loads, 2 leaves, 1 levels above them',
    ),
    there(
      '`ALTER DATABASE … SET search_path`',
      ['whole-server.sql', 'SELECT setconfig::text FROM pg_db_role_setting WHERE setrole = 0'],
      '{"search_path=sales, public"}',
    ),
    there(
      'Roles that exist already, with ALTER ROLE',
      [
        'whole-server.sql',
        "SELECT string_agg(rolname || ' ' || rolbypassrls || ' ' || rolcanlogin, ', ' ORDER BY rolname) FROM pg_roles WHERE rolname IN ('app', 'postgres')",
      ],
      'app true true, postgres true true',
    ),
    there(
      'Memberships',
      ['whole-server.sql', "SELECT string_agg(member::regrole || ' in ' || roleid::regrole, ', ') FROM pg_auth_members WHERE roleid >= 16384"],
      'app in readers',
    ),
    there(
      'Tablespaces',
      [
        'whole-server.sql',
        "SELECT count(*) || ' tables or indexes in ' || spcname FROM pg_class c JOIN pg_tablespace t ON t.oid = c.reltablespace WHERE spcname = 'fast' GROUP BY spcname",
      ],
      '7 tables or indexes in fast',
    ),
    there('Functions whose body names what comes later', ['whole-server.sql', "SELECT proname FROM pg_proc WHERE proname = 'later'"], 'later'),
    there(
      'A statement that is passed over inside a transaction',
      ['whole-server.sql', "SELECT 'sales.after_refresh'::regclass || ' is there'"],
      'after_refresh is there',
    ),
    noted('Roles that nothing creates', 'role readers', 'not created by the schema, so made here without attributes'),
    noted('Settings of a newer major', 'setting setting_of_tomorrow', 'not known to this server, so left as it is'),
    noted('Values of settings that the machine lacks', 'setting lc_messages', 'of a value that this server does not take, so left as it is'),
    noted('`ALTER SYSTEM`', 'setting wal_level', 'of the whole server, and left as it is'),
    noted('Procedural languages', 'language plv8', 'not on this server, so functions written in it are not made'),
    noted('Functions in them', 'function sales.slug', 'is written in plv8, which this server does not have: not made'),
    judged(
      'A statement that calls one',
      'SELECT sales.slug(note) FROM sales.sale',
      'inconclusive: sales.slug is written in plv8, which this server does not have',
    ),
    judged(
      'A statement on a view that needs one',
      'SELECT * FROM sales.slugs',
      'inconclusive: sales.slugs needs sales.slug, which this server cannot have',
    ),
    noted(
      'Event triggers, and tables after them',
      'event trigger no_change',
      'does not fire while the schema loads: what it would do to the tables that come after it is missing',
    ),
    noted('Table access methods', 'access method columnar', 'not on this server, so its tables are stored as ordinary ones'),
    noted(
      'libc collations that the machine lacks',
      'collations de_DE.utf8, nordic',
      'not on this machine: texts are in the order of their bytes, which ranges of texts depend on',
    ),
    noted('Foreign data wrappers', 'foreign data wrapper oracle', 'not on this server, so its foreign tables are there, and cannot be planned on'),
    judged(
      'A statement on a foreign table of one',
      'SELECT * FROM sales.booking',
      'inconclusive: it reads a foreign table, and this server does not have the foreign-data wrapper oracle',
    ),
    noted('Security labels', 'security label anon', 'left out, as nothing here gives labels a meaning'),
    there(
      'Subscriptions',
      ['whole-server.sql', "SELECT count(*) || ' made, and nothing connected to' FROM pg_subscription"],
      '0 made, and nothing connected to',
    ),
    noted('Dictionaries whose files are elsewhere', 'text search dictionary words', 'not made, as its files are not here'),
    noted('Text search configurations with them', 'text search configuration search', 'lacks a dictionary'),
    noted('Materialized views that cannot be refreshed', 'materialized view totals', 'left without rows and statistics: not here'),
    noted('`LOAD`', 'library age', 'not on this server'),
  ],
};
