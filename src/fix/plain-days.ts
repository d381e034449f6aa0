import type { Database } from '../database/database.ts';

const query = `
  SELECT NOT EXISTS (
    SELECT FROM generate_series(date '1950-01-01', date '2060-01-01', interval '1 day') day
    WHERE (day::date)::timestamptz::date <> day::date OR ((day::date)::timestamptz - interval '1 microsecond')::date >= day::date
  ) AS plain`;

/** Whether every day begins at midnight, and only once, in the session's time zone: some zones turn the clock at midnight, so that an hour belongs to a day and lies before its beginning. */
export async function readPlainDays(database: Database): Promise<boolean> {
  const [row] = await database.recall(`${query} ${database.settings['timezone'] ?? ''}`, () => database.query(query));
  return row?.['plain'] === true;
}
