/** Where everything is that works behind the functions of pg_partman's names. */
export const coreSchema = 'planlint_partman';

/**
 * What pg_partman does to make partitions, as functions of our own: names, number and bounds are its own. `STYLE` 4 names partitions as its version 4 does.
 * The day that it counts from is given, so that a schema is the same all day; the middle of it, since pg_partman makes one less at the very edge of a period.
 */
export function toCore(today: string): string {
  return `
CREATE SCHEMA ${coreSchema};

CREATE TABLE ${coreSchema}.part_config (
  parent_table text PRIMARY KEY, control text, time_encoder text, time_decoder text, partition_interval text, partition_type text DEFAULT 'range',
  premake int DEFAULT 4, automatic_maintenance text DEFAULT 'on', template_table text, retention text, retention_schema text,
  retention_keep_index boolean DEFAULT true, retention_keep_table boolean DEFAULT true, epoch text DEFAULT 'none', constraint_cols text[],
  optimize_trigger int DEFAULT 4, optimize_constraint int DEFAULT 30, infinite_time_partitions boolean DEFAULT false, datetime_string text,
  jobmon boolean DEFAULT true, sub_partition_set_full boolean DEFAULT false, undo_in_progress boolean DEFAULT false, inherit_fk boolean DEFAULT true,
  inherit_privileges boolean DEFAULT false, constraint_valid boolean DEFAULT true, subscription_refresh text, publications text[], upsert text DEFAULT '',
  trigger_exception_handling boolean DEFAULT false, trigger_return_null boolean DEFAULT true, drop_cascade_fk boolean DEFAULT false,
  ignore_default_data boolean DEFAULT true, date_trunc_interval text, maintenance_order int, retention_keep_publication boolean DEFAULT false,
  maintenance_last_run timestamptz, async_partitioning_in_progress text, detach_before_drop boolean DEFAULT false, maintenance_role text,
  partition_timezone text, options jsonb);

CREATE TABLE ${coreSchema}.part_config_sub (
  sub_parent text PRIMARY KEY, sub_control text, sub_partition_interval text, sub_partition_type text DEFAULT 'range', sub_premake int DEFAULT 4,
  sub_automatic_maintenance text DEFAULT 'on', sub_template_table text, sub_retention text, sub_retention_schema text,
  sub_retention_keep_index boolean DEFAULT true, sub_retention_keep_table boolean DEFAULT true, sub_epoch text DEFAULT 'none',
  sub_infinite_time_partitions boolean DEFAULT false, sub_inherit_privileges boolean DEFAULT false, sub_ignore_default_data boolean DEFAULT true,
  options jsonb);

CREATE TABLE ${coreSchema}.made (
  parent text, child text PRIMARY KEY, is_default boolean DEFAULT false,
  lower_time timestamptz, upper_time timestamptz, lower_id bigint, upper_id bigint);

CREATE FUNCTION ${coreSchema}.today() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (coalesce(nullif(current_setting('planlint.today', true), ''), '${today}')::date + time '12:00:01')::timestamptz
$$;

CREATE FUNCTION ${coreSchema}.to_interval(word text) RETURNS interval LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE word WHEN 'yearly' THEN '1 year' WHEN 'quarterly' THEN '3 months' WHEN 'monthly' THEN '1 month' WHEN 'weekly' THEN '1 week'
    WHEN 'daily' THEN '1 day' WHEN 'hourly' THEN '1 hour' WHEN 'half-hour' THEN '30 minutes' WHEN 'quarter-hour' THEN '15 minutes' ELSE word END::interval
$$;

CREATE FUNCTION ${coreSchema}.to_unit(word text, style text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN style = '4' AND word = 'quarterly' THEN 'quarter' WHEN style = '4' AND word = 'weekly' THEN 'week'
    WHEN step >= '1000 years' THEN 'millennium' WHEN step >= '100 years' THEN 'century' WHEN step >= '10 years' THEN 'decade'
    WHEN step >= '1 year' THEN 'year' WHEN step >= '1 month' THEN 'month' WHEN step >= '1 day' THEN 'day' WHEN step >= '1 minute' THEN 'hour'
    ELSE 'minute' END
  FROM ${coreSchema}.to_interval(word) AS step
$$;

CREATE FUNCTION ${coreSchema}.to_suffix(word text, style text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN style <> '4' THEN 'YYYYMMDD' || CASE WHEN step < '1 day' THEN '_HH24MISS' ELSE '' END
    WHEN word = 'quarterly' THEN 'YYYY"q"Q' WHEN word = 'weekly' THEN 'IYYY"w"IW' WHEN step >= '1 year' THEN 'YYYY' WHEN step >= '1 month' THEN 'YYYY_MM'
    WHEN step >= '1 day' THEN 'YYYY_MM_DD' WHEN step >= '1 minute' THEN 'YYYY_MM_DD_HH24MI' ELSE 'YYYY_MM_DD_HH24MISS' END
  FROM ${coreSchema}.to_interval(word) AS step
$$;

CREATE FUNCTION ${coreSchema}.to_name(parent text, suffix text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT split_part(parent, '.', 1) || '.' || CASE WHEN octet_length(name) < 64 THEN name ELSE substr((suffix || base)::name::text, length(suffix) + 1) || suffix END
  FROM (SELECT split_part(parent, '.', 2) AS base, split_part(parent, '.', 2) || suffix AS name) AS named
$$;

CREATE FUNCTION ${coreSchema}.quote_path(path text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('%I.%I', split_part(path, '.', 1), split_part(path, '.', 2))
$$;

CREATE FUNCTION ${coreSchema}.to_value(at timestamptz, options jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  encoder text := options->>'encoder';
  encoded text;
BEGIN
  IF encoder IS NULL THEN
    RETURN CASE options->>'epoch' WHEN 'seconds' THEN extract(epoch FROM at)::bigint::text WHEN 'milliseconds' THEN (extract(epoch FROM at)::bigint * 1000)::text
      WHEN 'microseconds' THEN (extract(epoch FROM at)::bigint * 1000000)::text WHEN 'nanoseconds' THEN (extract(epoch FROM at)::bigint * 1000000000)::text
      ELSE at::text END;
  END IF;
  EXECUTE format('SELECT %s(%L::timestamptz)', CASE WHEN encoder LIKE '%.%' THEN encoder ELSE options->>'home' || '.' || encoder END, at) INTO encoded;
  RETURN encoded;
END $$;
`;
}
