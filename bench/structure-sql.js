// Writes a structure.sql as Rails and pg_dump do, for a schema with many leaves.
//   node bench/structure-sql.js [groups] [years] [days] [tables] > structure.sql
const [groups = 50, years = 10, days = 950, tables = 40] = process.argv.slice(2).map(Number);

const lines = [];
const write = (text) => lines.push(...text.split('\n'), '', '');
const object = (name, type, text) => write(`--\n-- Name: ${name}; Type: ${type}; Schema: public; Owner: -\n--\n\n${text}`);
const pad = (number) => String(number).padStart(2, '0');
const range = (count) => Array.from({ length: count }, (_, index) => index);

const groupNames = range(groups).map((index) => `ledger_entry_g${pad(index + 1)}`);
const entryLeaves = groupNames.flatMap((group) => range(years).map((index) => ({ group, year: 2017 + index, name: `${group}_y${2017 + index}` })));
const eventLeaves = range(days).map((index) => {
  const day = (offset) => new Date(Date.UTC(2024, 0, 1 + index + offset)).toISOString().slice(0, 10);
  return { name: `account_event_${day(0).replaceAll('-', '')}`, from: day(0), to: day(1) };
});
const noteLeaves = groupNames.map((group) => group.replace('entry', 'note'));
const plainTables = range(tables).map((index) => `catalog_${pad(index + 1)}`);

const entryColumns = `    id bigint DEFAULT nextval('public.ledger_entry_id_seq'::regclass) NOT NULL,
    account_id bigint NOT NULL,
    account_group integer NOT NULL,
    booked_on date NOT NULL,
    currency_code character(3) NOT NULL,
    amount numeric(18,2) NOT NULL`;
const eventColumns = `    account_id bigint NOT NULL,
    happened_on date NOT NULL,
    kind public.event_kind DEFAULT 'opened'::public.event_kind NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL`;

write(`\\restrict x4mP9
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;`);
object('pg_trgm', 'EXTENSION', 'CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;');
object('event_kind', 'TYPE', "CREATE TYPE public.event_kind AS ENUM (\n    'opened',\n    'moved',\n    'closed'\n);");
object(
  'touch()',
  'FUNCTION',
  `CREATE FUNCTION public.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END;
$$;`,
);
write("SET default_tablespace = '';");

object(
  'ledger_entry',
  'TABLE',
  `CREATE TABLE public.ledger_entry (\n${entryColumns.replace(/ DEFAULT nextval\S+/, '')}\n)\nPARTITION BY LIST (account_group);`,
);
object('ledger_entry_id_seq', 'SEQUENCE', sequence('ledger_entry_id_seq', 'ledger_entry.id'));
write('SET default_table_access_method = heap;');
for (const name of groupNames) object(name, 'TABLE', `CREATE TABLE public.${name} (\n${entryColumns}\n)\nPARTITION BY RANGE (booked_on);`);
for (const { name } of entryLeaves) object(name, 'TABLE', `CREATE TABLE public.${name} (\n${entryColumns}\n);`);
object('account_event', 'TABLE', `CREATE TABLE public.account_event (\n${eventColumns}\n)\nPARTITION BY RANGE (happened_on);`);
for (const { name } of eventLeaves) object(name, 'TABLE', `CREATE TABLE public.${name} (\n${eventColumns}\n);`);
object(
  'account',
  'TABLE',
  'CREATE TABLE public.account (\n    id bigint NOT NULL,\n    name character varying NOT NULL,\n    updated_at timestamp(6) without time zone\n);',
);
object('account_id_seq', 'SEQUENCE', sequence('account_id_seq', 'account.id'));
object('currency', 'TABLE', 'CREATE TABLE public.currency (\n    code character(3) NOT NULL\n);');
object(
  'ledger_note',
  'TABLE',
  'CREATE TABLE public.ledger_note (\n    entry_id bigint NOT NULL,\n    account_group integer NOT NULL,\n    booked_on date NOT NULL,\n    text text\n)\nPARTITION BY LIST (account_group);',
);
for (const name of noteLeaves)
  object(
    name,
    'TABLE',
    `CREATE TABLE public.${name} (\n    entry_id bigint NOT NULL,\n    account_group integer NOT NULL,\n    booked_on date NOT NULL,\n    text text\n);`,
  );
object('schema_migrations', 'TABLE', 'CREATE TABLE public.schema_migrations (\n    version character varying NOT NULL\n);');
for (const name of plainTables) {
  object(
    name,
    'TABLE',
    `CREATE TABLE public.${name} (
    id bigint NOT NULL,
    account_id bigint,
    name character varying DEFAULT ''::character varying NOT NULL,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL
);`,
  );
  object(`${name}_id_seq`, 'SEQUENCE', sequence(`${name}_id_seq`, `${name}.id`));
}
object(
  'open_balance',
  'VIEW',
  'CREATE VIEW public.open_balance AS\n SELECT account_id,\n    sum(amount) AS amount\n   FROM public.ledger_entry\n  GROUP BY account_id;',
);
object(
  'balance',
  'MATERIALIZED VIEW',
  'CREATE MATERIALIZED VIEW public.balance AS\n SELECT account_id,\n    amount\n   FROM public.open_balance\n  WITH NO DATA;',
);

for (const name of groupNames)
  object(name, 'TABLE ATTACH', `ALTER TABLE ONLY public.ledger_entry ATTACH PARTITION public.${name} FOR VALUES IN (${Number(name.slice(-2))});`);
for (const name of noteLeaves)
  object(name, 'TABLE ATTACH', `ALTER TABLE ONLY public.ledger_note ATTACH PARTITION public.${name} FOR VALUES IN (${Number(name.slice(-2))});`);
for (const { name, group, year } of entryLeaves)
  object(
    name,
    'TABLE ATTACH',
    `ALTER TABLE ONLY public.${group} ATTACH PARTITION public.${name} FOR VALUES FROM ('${year}-01-01') TO ('${year + 1}-01-01');`,
  );
for (const { name, from, to } of eventLeaves)
  object(name, 'TABLE ATTACH', `ALTER TABLE ONLY public.account_event ATTACH PARTITION public.${name} FOR VALUES FROM ('${from}') TO ('${to}');`);
for (const name of ['ledger_entry', 'account', ...plainTables])
  object(`${name} id`, 'DEFAULT', `ALTER TABLE ONLY public.${name} ALTER COLUMN id SET DEFAULT nextval('public.${name}_id_seq'::regclass);`);

for (const name of ['account', ...plainTables, 'currency', 'schema_migrations'])
  primaryKey(name, name === 'currency' ? 'code' : name === 'schema_migrations' ? 'version' : 'id');
for (const name of ['ledger_entry', ...groupNames, ...entryLeaves.map((leaf) => leaf.name)]) primaryKey(name, 'id, account_group, booked_on');
for (const name of plainTables)
  object(`index_${name}_on_name`, 'INDEX', `CREATE INDEX index_${name}_on_name ON public.${name} USING gin (name public.gin_trgm_ops);`);
object(
  'index_account_event_on_account_id',
  'INDEX',
  'CREATE INDEX index_account_event_on_account_id ON ONLY public.account_event USING btree (account_id);',
);
for (const name of groupNames) attachIndex(`${name}_pkey`, 'ledger_entry_pkey');
for (const { name, group } of entryLeaves) attachIndex(`${name}_pkey`, `${group}_pkey`);
for (const name of ['account', ...plainTables])
  object(`${name} touch`, 'TRIGGER', `CREATE TRIGGER touch BEFORE UPDATE ON public.${name} FOR EACH ROW EXECUTE FUNCTION public.touch();`);

foreignKey('ledger_entry', 'account', 'account_id', 'id');
foreignKey('ledger_entry', 'currency', 'currency_code', 'code');
foreignKey('account_event', 'account', 'account_id', 'id');
foreignKey('ledger_note', 'ledger_entry', 'entry_id, account_group, booked_on', 'id, account_group, booked_on');
for (const name of plainTables) foreignKey(name, 'account', 'account_id', 'id');
for (const name of ['ledger_entry', 'account_event', ...plainTables])
  object(`TABLE ${name}`, 'ACL', `GRANT SELECT ON TABLE public.${name} TO reporting;`);
write('--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict x4mP9\n\nSET search_path TO "$user", public;');
write(
  `INSERT INTO "schema_migrations" (version) VALUES\n${range(tables)
    .map((index) => `('202401010000${pad(index)}')`)
    .join(',\n')};`,
);
process.stdout.write(`${lines.join('\n')}\n`);

function sequence(name, owner) {
  const start = `CREATE SEQUENCE public.${name}\n    START WITH 1\n    INCREMENT BY 1\n    NO MINVALUE\n    NO MAXVALUE\n    CACHE 1;`;
  return `${start}\n\n\nALTER SEQUENCE public.${name} OWNED BY public.${owner};`;
}

function primaryKey(name, columns) {
  object(`${name} ${name}_pkey`, 'CONSTRAINT', `ALTER TABLE ONLY public.${name}\n    ADD CONSTRAINT ${name}_pkey PRIMARY KEY (${columns});`);
}

function attachIndex(name, parent) {
  object(name, 'INDEX ATTACH', `ALTER INDEX public.${parent} ATTACH PARTITION public.${name};`);
}

/** A key of a partitioned table comes without ONLY, and is given to each of its leaves. */
function foreignKey(name, referenced, columns, keys) {
  const only = ['ledger_entry', 'ledger_note', 'account_event'].includes(name) ? '' : 'ONLY ';
  const key = `fk_${name}_${referenced}`;
  const text = `ALTER TABLE ${only}public.${name}\n    ADD CONSTRAINT ${key} FOREIGN KEY (${columns}) REFERENCES public.${referenced}(${keys});`;
  object(`${name} ${key}`, 'FK CONSTRAINT', text);
}
