import { afterAll, describe, expect, test } from 'vitest';
import { makeSite } from '../database/site.ts';
import { openWith } from '../open-schema.ts';

const site = makeSite();
afterAll(() => site.remove());

const message = 'not created by the schema, so made here without attributes';

/** Loads a text and gives what is said of it, and the rows of a query. */
async function load(text: string, query: string) {
  site.write('roles.sql', text);
  const database = await site.open({ schema: ['roles.sql'] });
  try {
    return { notes: database.state.notes, rows: await database.query(query) };
  } finally {
    await database.close();
  }
}

describe('a role that the schema only names', () => {
  test.each([
    ['as an owner', 'ALTER TABLE t OWNER TO "App Owner"', 'role App Owner'],
    ['in a grant, with those that are there', 'GRANT SELECT ON t TO app, PUBLIC, CURRENT_USER, postgres', 'role app'],
    ['in a revocation', 'REVOKE ALL ON t FROM app', 'role app'],
    ['in default privileges', 'ALTER DEFAULT PRIVILEGES FOR ROLE maker IN SCHEMA public GRANT SELECT ON TABLES TO reader', 'roles maker, reader'],
    ['in a policy', 'CREATE POLICY p ON t TO app USING (true)', 'role app'],
    ['in a membership', 'GRANT readers TO app', 'roles app, readers'],
    ['as the owner of a schema', 'CREATE SCHEMA s AUTHORIZATION app', 'role app'],
    ['in settings of its own', 'ALTER ROLE app SET work_mem = 1000', 'role app'],
    ['in the making of another', 'CREATE ROLE other IN ROLE app', 'role app'],
    ['in a transaction', 'BEGIN; GRANT SELECT ON t TO app; COMMIT', 'role app'],
    ['twice, once in a transaction that is undone', 'BEGIN; GRANT SELECT ON t TO app; ROLLBACK; GRANT SELECT ON t TO app', 'role app'],
  ])('%s is made, and said to be', async (_, statement, subject) => {
    const { notes, rows } = await load(`CREATE TABLE t (id int); ${statement}; CREATE TABLE last (id int);`, "SELECT 'last'::regclass::text AS name");
    expect(rows).toEqual([{ name: 'last' }]);
    expect(notes).toEqual([{ subject, message }]);
  });

  test.each([['SET ROLE app'], ["SET SESSION AUTHORIZATION 'app'"]])('makes nothing itself: %s', async (statement) => {
    const { rows } = await load(`${statement}; CREATE TABLE t (id int);`, "SELECT tableowner::text AS owner FROM pg_tables WHERE tablename = 't'");
    expect(rows).toEqual([{ owner: 'postgres' }]);
  });
});

describe('a role that the schema creates', () => {
  const query = "SELECT rolname::text AS name, rolbypassrls AS bypass FROM pg_roles WHERE rolname LIKE 'app%'";

  test.each([
    ['once', 'CREATE ROLE app BYPASSRLS'],
    ['after it is named', 'ALTER TABLE t OWNER TO app; CREATE ROLE app WITH NOLOGIN BYPASSRLS'],
    ['twice', 'CREATE USER app BYPASSRLS; CREATE ROLE app; GRANT ALL ON t TO app'],
    ['in a block, and again', 'DO $$ BEGIN CREATE ROLE app BYPASSRLS; END $$; GRANT ALL ON t TO app; CREATE ROLE app'],
    ['in a block that looks for it after it is named', 'GRANT ALL ON t TO app; CREATE ROLE app; ALTER ROLE app BYPASSRLS'],
    ['beside the server’s own', 'CREATE ROLE postgres; ALTER ROLE postgres NOSUPERUSER NOLOGIN; CREATE ROLE app; ALTER ROLE app WITH BYPASSRLS'],
  ])('%s has its attributes, and there is nothing to say', async (_, statements) => {
    const { notes, rows } = await load(`CREATE TABLE t (id int); ${statements};`, query);
    expect(rows).toEqual([{ name: 'app', bypass: true }]);
    expect(notes).toEqual([]);
  });
});

test('a dump of a newer major loads: its privileges and roles are granted to nobody', async () => {
  const statements = [
    'CREATE TABLE t (id int); CREATE TABLE u (id int); CREATE ROLE app',
    'GRANT SELECT,MAINTAIN ON TABLE t TO app',
    'GRANT MAINTAIN, INSERT ON TABLE u TO app',
    'GRANT MAINTAIN ON TABLE u TO app',
    'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT MAINTAIN ON TABLES TO app',
    'GRANT pg_maintain TO app',
    'GRANT pg_monitor TO app',
  ];
  const database = await openWith([], `${statements.join(';\n')};`, { major: 15 });
  const [row] = await database.query(
    "SELECT has_table_privilege('app', 't', 'SELECT') AS selects, has_table_privilege('app', 'u', 'INSERT') AS inserts, pg_has_role('app', 'pg_monitor', 'MEMBER') AS monitors",
  );
  await database.close();
  expect(row).toEqual({ selects: true, inserts: true, monitors: true });
  expect(database.state.notes).toEqual([{ subject: 'role pg_maintain', message: 'one that this PostgreSQL does not have, so granted to nobody' }]);
});
