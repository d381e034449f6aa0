import { coreSchema } from './core.ts';

/** The functions that make partitions. Each set keeps the options it was made with, for the partitions that come later. */
export const divide = `
CREATE FUNCTION ${coreSchema}.add(root text, lower_time timestamptz, lower_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  options jsonb := (SELECT c.options FROM ${coreSchema}.part_config c WHERE c.parent_table = root);
  within ${coreSchema}.made := (SELECT m FROM ${coreSchema}.made m WHERE m.child = root);
  sub ${coreSchema}.part_config_sub := (SELECT s FROM ${coreSchema}.part_config_sub s WHERE s.sub_parent = root);
  upper_time timestamptz := lower_time + ${coreSchema}.to_interval(CASE WHEN lower_id IS NULL THEN options->>'interval' END);
  upper_id bigint := lower_id + CASE WHEN lower_id IS NOT NULL THEN (options->>'interval')::bigint END;
  child text := ${coreSchema}.to_name(root, '_p' || coalesce(lower_id::text, to_char(lower_time, options->>'suffix')));
  divisor text;
BEGIN
  IF lower_time < within.lower_time OR lower_time >= within.upper_time OR lower_id < within.lower_id OR lower_id >= within.upper_id
    OR to_regclass(${coreSchema}.quote_path(child)) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %s PARTITION OF %s FOR VALUES ', ${coreSchema}.quote_path(child), ${coreSchema}.quote_path(root))
    || CASE WHEN options->>'strategy' = 'l' THEN format('IN (%L)', lower_id)
         WHEN lower_id IS NOT NULL THEN format('FROM (%L) TO (%L)', lower_id, upper_id)
         ELSE format('FROM (%L) TO (%L)', ${coreSchema}.to_value(lower_time, options), ${coreSchema}.to_value(upper_time, options)) END
    || CASE WHEN sub.sub_parent IS NULL THEN '' ELSE format(' PARTITION BY %s (%I)', sub.sub_partition_type, sub.sub_control) END;
  divisor := CASE options->>'epoch' WHEN 'seconds' THEN '' WHEN 'milliseconds' THEN '/1000' WHEN 'microseconds' THEN '/1000000' WHEN 'nanoseconds' THEN '/1000000000' END;
  IF divisor IS NOT NULL THEN
    EXECUTE format('ALTER TABLE %s ADD CHECK (to_timestamp((%I%s)::float) >= %L AND to_timestamp((%2$I%3$s)::float) < %5$L)',
      ${coreSchema}.quote_path(child), options->>'control', divisor, lower_time, upper_time);
  END IF;
  INSERT INTO ${coreSchema}.made VALUES (root, child, false, lower_time, upper_time, lower_id, upper_id);
  IF sub.sub_parent IS NOT NULL THEN
    PERFORM ${coreSchema}.divide(child, sub.options);
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION ${coreSchema}.add_times(root text, base timestamptz, step interval, premake int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  is_made boolean := false;
  at timestamptz := base;
BEGIN
  FOR n IN 1..1000000 LOOP
    is_made := ${coreSchema}.add(root, at, NULL) OR is_made;
    at := base + step * n;
    EXIT WHEN at >= ${coreSchema}.today() + step * premake;
  END LOOP;
  RETURN is_made;
END $$;

CREATE FUNCTION ${coreSchema}.add_ids(root text, step bigint, options jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  top text := root;
  higher text := root;
  start bigint := (options->>'start')::bigint;
  base bigint := start;
  is_made boolean := false;
BEGIN
  WHILE higher IS NOT NULL LOOP
    top := higher;
    higher := (SELECT m.parent FROM ${coreSchema}.made m WHERE m.child = top AND m.lower_id IS NOT NULL);
  END LOOP;
  IF start IS NULL THEN
    EXECUTE format('SELECT coalesce(trunc(max(%I))::bigint, 0) FROM %s', options->>'control', ${coreSchema}.quote_path(top)) INTO base;
  END IF;
  base := base - base % step + coalesce((options->>'offset')::bigint, 0);
  FOR i IN 0..(options->>'premake')::int LOOP
    IF start IS NULL AND i > 0 AND base - step * i > 0 THEN
      is_made := ${coreSchema}.add(root, NULL, base - step * i) OR is_made;
    END IF;
    is_made := ${coreSchema}.add(root, NULL, base + step * i) OR is_made;
  END LOOP;
  RETURN is_made OR ${coreSchema}.add(root, NULL, base + step * ceil(((SELECT m.lower_id FROM ${coreSchema}.made m WHERE m.child = root) - base)::numeric / step)::bigint);
END $$;

CREATE FUNCTION ${coreSchema}.divide(root text, given jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  word text := given->>'interval';
  divided record;
  options jsonb;
  is_time boolean;
  step interval;
  at timestamptz;
  lowest timestamptz;
  zone text := current_setting('timezone');
BEGIN
  PERFORM set_config('timezone', coalesce(given->>'zone', zone), true);
  SELECT p.partstrat, a.attname, a.atttypid::regtype::text AS type INTO divided
  FROM pg_class c LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0]
  WHERE c.oid = to_regclass(${coreSchema}.quote_path(root));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'pg_partman is to divide %, and there is no such table', root;
  ELSIF divided.partstrat IS NULL OR divided.partstrat = 'h' THEN
    RAISE EXCEPTION 'pg_partman is to divide %, which is not partitioned by RANGE or LIST', root;
  ELSIF divided.attname IS DISTINCT FROM given->>'control' THEN
    RAISE EXCEPTION 'pg_partman is to divide % by %, and the table is partitioned by %', root, given->>'control', coalesce(divided.attname, 'an expression');
  END IF;
  is_time := divided.type LIKE 'timestamp%' OR divided.type = 'date' OR given->>'epoch' <> 'none' OR given->>'encoder' IS NOT NULL;
  IF NOT is_time AND divided.type NOT IN ('smallint', 'integer', 'bigint', 'numeric') THEN
    RAISE EXCEPTION 'pg_partman is to divide % by %, and makes no partitions of type % without p_time_encoder', root, divided.attname, divided.type;
  END IF;
  options := given || jsonb_build_object('strategy', divided.partstrat, 'suffix', CASE WHEN is_time THEN ${coreSchema}.to_suffix(word, given->>'style') END);
  INSERT INTO ${coreSchema}.part_config (parent_table, control, partition_interval, premake, epoch, datetime_string, time_encoder, options)
  VALUES (root, given->>'control', CASE WHEN is_time THEN ${coreSchema}.to_interval(word)::text ELSE word END, (given->>'premake')::int, given->>'epoch',
    options->>'suffix', given->>'encoder', options);
  IF is_time THEN
    step := ${coreSchema}.to_interval(word);
    at := date_trunc(coalesce(given->>'trunc', ${coreSchema}.to_unit(word, given->>'style')),
      coalesce((given->>'start')::timestamptz, ${coreSchema}.today() - step * (given->>'premake')::int));
    IF NOT ${coreSchema}.add_times(root, at, step, (given->>'premake')::int) THEN
      -- Outside the bounds of the partition it divides: the first that is inside.
      lowest := (SELECT m.lower_time FROM ${coreSchema}.made m WHERE m.child = root);
      WHILE at >= lowest LOOP at := at - step; END LOOP;
      WHILE at < lowest LOOP at := at + step; END LOOP;
      PERFORM ${coreSchema}.add(root, at, NULL);
    END IF;
  ELSE
    PERFORM ${coreSchema}.add_ids(root, word::bigint, options);
  END IF;
  IF (given->>'default')::boolean AND NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = to_regclass(${coreSchema}.quote_path(root)) AND partdefid <> 0) THEN
    EXECUTE format('CREATE TABLE %s PARTITION OF %s DEFAULT', ${coreSchema}.quote_path(${coreSchema}.to_name(root, '_default')), ${coreSchema}.quote_path(root));
    INSERT INTO ${coreSchema}.made VALUES (root, ${coreSchema}.to_name(root, '_default'), true);
  END IF;
  IF given->>'template' IS NULL THEN
    EXECUTE format('CREATE TABLE IF NOT EXISTS %s.%I (LIKE %s)', given->>'home',
      split_part(${coreSchema}.to_name('x.template_' || replace(root, '.', '_'), ''), '.', 2), ${coreSchema}.quote_path(root));
  END IF;
  PERFORM set_config('timezone', zone, true);
  RETURN true;
END $$;

CREATE FUNCTION ${coreSchema}.subdivide(top text, given jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  old ${coreSchema}.made;
BEGIN
  IF NOT EXISTS (SELECT FROM ${coreSchema}.part_config WHERE parent_table = top) THEN
    RAISE EXCEPTION 'pg_partman is to divide the partitions of %, and has not made them', top;
  END IF;
  INSERT INTO ${coreSchema}.part_config_sub (sub_parent, sub_control, sub_partition_interval, sub_partition_type, sub_premake, sub_epoch, options)
  VALUES (top, given->>'control', given->>'interval', CASE given->>'type' WHEN 'list' THEN 'list' ELSE 'range' END, (given->>'premake')::int, given->>'epoch', given);
  FOR old IN SELECT m.* FROM ${coreSchema}.made m JOIN pg_class c ON c.oid = to_regclass(${coreSchema}.quote_path(m.child))
    WHERE m.parent = top AND NOT m.is_default AND c.relkind = 'r' LOOP
    EXECUTE 'DROP TABLE ' || ${coreSchema}.quote_path(old.child);
    DELETE FROM ${coreSchema}.made WHERE child = old.child;
    PERFORM ${coreSchema}.add(top, old.lower_time, old.lower_id);
  END LOOP;
  -- It is for the partitions there are, not for those to come.
  UPDATE ${coreSchema}.part_config_sub SET options = options - 'start' WHERE sub_parent = top;
  RETURN true;
END $$;

CREATE FUNCTION ${coreSchema}.maintain(only_parent text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  divided record;
BEGIN
  FOR divided IN SELECT c.parent_table, c.premake, ${coreSchema}.to_interval(c.options->>'interval') AS step, max(m.lower_time) AS last
    FROM ${coreSchema}.part_config c JOIN ${coreSchema}.made m ON m.parent = c.parent_table AND m.lower_time IS NOT NULL
    WHERE only_parent IS NULL OR c.parent_table = only_parent GROUP BY c.parent_table LOOP
    PERFORM ${coreSchema}.add_times(divided.parent_table, divided.last, divided.step, divided.premake);
  END LOOP;
END $$;
`;
