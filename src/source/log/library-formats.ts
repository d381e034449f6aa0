import { activeRecord } from './activerecord.ts';
import { datasourceProxy } from './datasource-proxy.ts';
import { django } from './django.ts';
import { doctrine } from './doctrine.ts';
import { drizzle } from './drizzle.ts';
import { ecto } from './ecto.ts';
import { efCore } from './ef-core.ts';
import { gorm } from './gorm.ts';
import { hibernate } from './hibernate.ts';
import { jooq } from './jooq.ts';
import { jsonObject } from './json-object.ts';
import { knex } from './knex.ts';
import { kysely } from './kysely.ts';
import { laravel } from './laravel.ts';
import type { LogFormat } from './log-format.ts';
import { mikroOrm } from './mikro-orm.ts';
import { mybatis } from './mybatis.ts';
import { p6spy } from './p6spy.ts';
import { pg } from './pg.ts';
import { pgPromise } from './pg-promise.ts';
import { pgjdbc } from './pgjdbc.ts';
import { pgx } from './pgx.ts';
import { postgresJs } from './postgres-js.ts';
import { prisma } from './prisma.ts';
import { psycopg } from './psycopg.ts';
import { sequelize } from './sequelize.ts';
import { slonik } from './slonik.ts';
import { sqlalchemy } from './sqlalchemy.ts';
import { sqlx } from './sqlx.ts';
import { typeorm } from './typeorm.ts';

/** What libraries log themselves. Those that other formats may be taken for come last. */
export const libraryFormats: readonly LogFormat[] = [
  drizzle,
  prisma,
  knex,
  kysely,
  typeorm,
  sequelize,
  mikroOrm,
  slonik,
  postgresJs,
  pgPromise,
  pg,
  sqlalchemy,
  django,
  activeRecord,
  doctrine,
  laravel,
  hibernate,
  p6spy,
  datasourceProxy,
  jooq,
  mybatis,
  efCore,
  gorm,
  sqlx,
  ecto,
  pgx,
  pgjdbc,
  psycopg,
  jsonObject,
];
