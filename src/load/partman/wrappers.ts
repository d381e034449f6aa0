import { quoteText } from '../../sql/quote.ts';
import { coreSchema } from './core.ts';

/** pg_partman 4 and 5 have functions of the same names, with other parameters. */
export type Version = 4 | 5;

const setParameters: Readonly<Record<Version, string>> = {
  4: `p_parent_table text, p_control text, p_type text, p_interval text, p_constraint_cols text[] DEFAULT NULL, p_premake int DEFAULT 4,
    p_automatic_maintenance text DEFAULT 'on', p_start_partition text DEFAULT NULL, p_inherit_fk boolean DEFAULT true, p_epoch text DEFAULT 'none',
    p_upsert text DEFAULT '', p_publications text[] DEFAULT NULL, p_trigger_return_null boolean DEFAULT true, p_template_table text DEFAULT NULL,
    p_jobmon boolean DEFAULT true, p_date_trunc_interval text DEFAULT NULL`,
  5: `p_parent_table text, p_control text, p_interval text, p_type text DEFAULT 'range', p_epoch text DEFAULT 'none', p_premake int DEFAULT 4,
    p_start_partition text DEFAULT NULL, p_default_table boolean DEFAULT true, p_automatic_maintenance text DEFAULT 'on', p_constraint_cols text[] DEFAULT NULL,
    p_template_table text DEFAULT NULL, p_jobmon boolean DEFAULT true, p_date_trunc_interval text DEFAULT NULL, p_control_not_null boolean DEFAULT true,
    p_time_encoder text DEFAULT NULL, p_time_decoder text DEFAULT NULL, p_offset_id bigint DEFAULT 0, p_timezone text DEFAULT NULL`,
};

const subParameters: Readonly<Record<Version, string>> = {
  4: `p_top_parent text, p_control text, p_type text, p_interval text, p_native_check text DEFAULT NULL, p_constraint_cols text[] DEFAULT NULL,
    p_premake int DEFAULT 4, p_start_partition text DEFAULT NULL, p_inherit_fk boolean DEFAULT true, p_epoch text DEFAULT 'none', p_upsert text DEFAULT '',
    p_trigger_return_null boolean DEFAULT true, p_jobmon boolean DEFAULT true, p_date_trunc_interval text DEFAULT NULL`,
  5: `p_top_parent text, p_control text, p_interval text, p_type text DEFAULT 'range', p_default_table boolean DEFAULT true,
    p_declarative_check text DEFAULT NULL, p_constraint_cols text[] DEFAULT NULL, p_premake int DEFAULT 4, p_start_partition text DEFAULT NULL,
    p_epoch text DEFAULT 'none', p_jobmon boolean DEFAULT true, p_date_trunc_interval text DEFAULT NULL, p_control_not_null boolean DEFAULT true,
    p_time_encoder text DEFAULT NULL, p_time_decoder text DEFAULT NULL`,
};

const options = `'control', p_control, 'interval', p_interval, 'type', p_type, 'epoch', p_epoch, 'premake', p_premake, 'start', p_start_partition,
    'trunc', p_date_trunc_interval`;

const ownOptions: Readonly<Record<Version, string>> = {
  4: "'default', true",
  5: "'default', p_default_table, 'encoder', p_time_encoder",
};

/** Functions of pg_partman's names in the schema that it would be in, which is given in quotes. */
export function toWrappers(home: string, version: Version): string {
  const all = `${options}, ${ownOptions[version]}, 'style', '${version}', 'home', ${quoteText(home)}`;
  const ofSet = `${all}, 'template', p_template_table${version === 5 ? ", 'offset', p_offset_id, 'zone', p_timezone" : ''}`;
  const make = (name: string, parameters: string, body: string) =>
    `CREATE FUNCTION ${home}.${name}(${parameters}) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;`;
  const divide = `${version === 4 ? refuseTriggers : ''} RETURN ${coreSchema}.divide(p_parent_table, jsonb_build_object(${ofSet}));`;
  const subdivide = `RETURN ${coreSchema}.subdivide(p_top_parent, jsonb_build_object(${all}));`;
  return `
CREATE SCHEMA IF NOT EXISTS ${home};
CREATE VIEW ${home}.part_config AS SELECT * FROM ${coreSchema}.part_config;
CREATE VIEW ${home}.part_config_sub AS SELECT * FROM ${coreSchema}.part_config_sub;
${make('create_parent', setParameters[version], divide)}
${make('create_sub_parent', subParameters[version], subdivide)}
${version === 4 ? '' : make('create_partition', setParameters[5], divide) + make('create_sub_partition', subParameters[5], subdivide)}
${make('create_partition_time', 'p_parent_table text, p_partition_times timestamptz[], p_start_partition text DEFAULT NULL', `RETURN (SELECT bool_or(${coreSchema}.add(p_parent_table, at, NULL)) FROM unnest(p_partition_times) at);`)}
${make('create_partition_id', 'p_parent_table text, p_partition_ids bigint[], p_start_partition text DEFAULT NULL', `RETURN (SELECT bool_or(${coreSchema}.add(p_parent_table, NULL, id)) FROM unnest(p_partition_ids) id);`)}
CREATE FUNCTION ${home}.run_maintenance(p_parent_table text DEFAULT NULL, p_analyze boolean DEFAULT false, p_jobmon boolean DEFAULT true) RETURNS void
  LANGUAGE sql AS $$ SELECT ${coreSchema}.maintain(p_parent_table) $$;
CREATE PROCEDURE ${home}.run_maintenance_proc(p_wait int DEFAULT 0, p_analyze boolean DEFAULT NULL, p_jobmon boolean DEFAULT true)
  LANGUAGE sql AS $$ SELECT ${coreSchema}.maintain(NULL) $$;
CREATE FUNCTION ${home}.uuid7_time_encoder(ts timestamptz) RETURNS uuid LANGUAGE sql AS $$
  SELECT rpad(lpad(to_hex((extract(epoch FROM ts) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;
CREATE FUNCTION ${home}.uuid7_time_decoder(uuidv7 text) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT to_timestamp(('x' || left(replace(uuidv7, '-', ''), 12))::bit(48)::bigint / 1000.0) $$;
`;
}

const refuseTriggers = `IF p_type <> 'native' THEN RAISE EXCEPTION 'pg_partman is to divide % by triggers and inheritance, which planlint does not judge', p_parent_table; END IF;`;
