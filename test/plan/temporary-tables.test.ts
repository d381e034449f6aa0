import { expect, test } from 'vitest';
import { findTemporary } from '../../src/plan/temporary-tables.ts';

test.each<readonly [sql: string, name: string | null]>([
  ['CREATE TEMP TABLE scratch (id int)', 'scratch'],
  ['create temporary table if not exists Scratch as select 1', 'scratch'],
  ['CREATE LOCAL TEMP TABLE pg_temp.scratch (id int)', 'scratch'],
  ['CREATE TEMP TABLE "Odd ""name""" (id int)', 'Odd "name"'],
  ['-- made by a test\n/* so */ CREATE TEMP TABLE scratch ()', 'scratch'],
  ['CREATE TEMP VIEW seen AS SELECT 1', 'seen'],
  ['SELECT 1 AS id INTO TEMP scratch', 'scratch'],
  ['SELECT 1 AS id INTO TEMPORARY TABLE scratch FROM entry', 'scratch'],
  ['CREATE TABLE kept (temp int)', null],
  ["SELECT 'CREATE TEMP TABLE scratch ()'", null],
  ['SELECT temp FROM weather', null],
])('%s', (sql, name) => expect(findTemporary(sql)).toBe(name));
