/** What an extension brings, as far as a schema or a statement names it. Names without their schema, in lower case. */
export interface KnownExtension {
  readonly types?: readonly string[];
  /** Schemas that it makes: all in them is its own. */
  readonly schemas?: readonly string[];
  /** The schema of its types where the user has no choice. */
  readonly home?: string;
  /** Functions and procedures in schemas that it shares with others. */
  readonly functions?: RegExp;
  /** Tables and views likewise. */
  readonly relations?: RegExp;
  /** Access methods of indexes and tables. */
  readonly methods?: readonly string[];
  /** Operators between types that are not its own. */
  readonly operators?: readonly string[];
  /** Prefixes of the options in `WITH (prefix.option)`. */
  readonly options?: readonly string[];
  /** Extensions that `CASCADE` creates with it. */
  readonly requires?: readonly string[];
}

const topologyTypes = ['topogeometry', 'topoelement', 'topoelementarray', 'getfaceedges_returntype', 'validatetopology_returntype'];
const httpTypes = ['http_method', 'http_header', 'http_request', 'http_response'];

/** Extensions that are not among PostgreSQL's own, by name. */
export const knownExtensions: Readonly<Record<string, KnownExtension>> = {
  // Vectors and search
  vector: {
    types: ['vector', 'halfvec', 'sparsevec'],
    functions:
      /^(?:cosine_distance|l[12]_distance|l2_norm(?:alize)?|inner_product|vector_\w+|halfvec_\w+|sparsevec_\w+|binary_quantize|hamming_distance|jaccard_distance|subvector|array_to_(?:vector|halfvec|sparsevec))$/,
    methods: ['hnsw', 'ivfflat'],
  },
  vectorscale: { methods: ['diskann'], requires: ['vector'] },
  vchord: { methods: ['vchordrq', 'vchordg'], requires: ['vector'] },
  vectors: { types: ['vector', 'vecf16', 'svector', 'bvector'], methods: ['vectors'], schemas: ['vectors'] },
  alloydb_scann: { methods: ['scann'], requires: ['vector'] },
  pg_diskann: { methods: ['diskann'], requires: ['vector'] },
  lantern: { methods: ['lantern_hnsw', 'lantern_extras'] },
  ai: { schemas: ['ai'], requires: ['vector', 'plpython3u'] },
  vectorize: { schemas: ['vectorize'], requires: ['vector', 'pg_cron', 'pgmq'] },
  pgroonga: {
    schemas: ['pgroonga'],
    methods: ['pgroonga'],
    functions: /^pgroonga_/,
    operators: ['&@', '&@~', '&@|', '&^', '&^~', '&^|', '&~', '&`', '&@*'],
  },
  rum: { methods: ['rum'], functions: /^rum_/, operators: ['<=>', '<=|', '|=>'] },
  pg_search: { schemas: ['paradedb', 'pdb'], methods: ['bm25'], operators: ['@@@', '|||', '&&&', '===', '###'] },
  vchord_bm25: { types: ['bm25vector', 'bm25query'], schemas: ['bm25_catalog'], home: 'bm25_catalog', methods: ['bm25'] },
  pg_bigm: { functions: /^(?:bigm_similarity|show_bigm|likequery|pg_gin_pending_stats)$/, operators: ['=%'] },
  zombodb: { types: ['fulltext', 'zdbquery'], schemas: ['zdb', 'dsl'], methods: ['zombodb'], operators: ['==>'] },
  zhparser: { functions: /^(?:zhprs|sync_zhprs)_/ },

  // Places
  postgis: {
    types: ['geometry', 'geography', 'box2d', 'box3d', 'box2df', 'gidx', 'spheroid', 'geometry_dump', 'valid_detail'],
    functions:
      /^(?:_?st_|postgis_|_postgis_|(?:add|drop|populate_)_?geometry_?|update_?geometry|updategeometrysrid|find_srid$|geom(?:etry|from)|geography|box[23]d)/,
    relations: /^(?:spatial_ref_sys|geo(?:metry|graphy)_columns)$/,
  },
  postgis_raster: {
    types: ['raster', 'rastbandarg', 'geomval', 'summarystats', 'agg_count', 'reclassarg', 'unionarg', 'addbandarg'],
    functions: /^(?:_?st_|(?:add|drop)rasterconstraints|_raster_)/,
    relations: /^raster_(?:columns|overviews)$/,
    requires: ['postgis'],
  },
  postgis_topology: { types: topologyTypes, schemas: ['topology'], home: 'topology', functions: /^(?:topo|st_)/, requires: ['postgis'] },
  postgis_sfcgal: { functions: /^(?:st_|cg_)/, requires: ['postgis'] },
  postgis_tiger_geocoder: {
    types: ['norm_addy'],
    schemas: ['tiger', 'tiger_data'],
    home: 'tiger',
    functions: /^(?:geocode|reverse_geocode|normalize_address|pprint_addy)/,
    requires: ['postgis', 'fuzzystrmatch'],
  },
  address_standardizer: { types: ['stdaddr'], functions: /^(?:standardize|parse)_address$/ },
  pgrouting: { functions: /^_?pgr_/, requires: ['postgis'] },
  h3: { types: ['h3index'], functions: /^h3_/ },
  h3_postgis: { functions: /^h3_/, requires: ['h3', 'postgis', 'postgis_raster'] },
  pointcloud: { types: ['pcpatch', 'pcpoint'], functions: /^pc_/, relations: /^pointcloud_(?:formats|columns)$/ },
  mobilitydb: {
    types: ['tgeompoint', 'tgeogpoint', 'tint', 'tfloat', 'tbool', 'ttext', 'tstzspan', 'tstzspanset', 'intspan', 'floatspan', 'stbox', 'tbox'],
    functions: /^(?:tgeompoint|tgeogpoint|tint|tfloat|valueat|attime|trajectory|tdwithin|stbox|tbox)/,
    requires: ['postgis'],
  },
  pg_sphere: { types: ['spoint', 'scircle', 'sline', 'sellipse', 'spoly', 'spath', 'sbox', 'strans', 'smoc'] },
  q3c: { functions: /^q3c_/ },

  // Time, partitions and shards
  timescaledb: {
    schemas: [
      'timescaledb_information',
      'timescaledb_experimental',
      '_timescaledb_catalog',
      '_timescaledb_internal',
      '_timescaledb_functions',
      '_timescaledb_config',
      '_timescaledb_cache',
    ],
    functions:
      /^(?:(?:create|alter|show|attach|detach)_(?:hypertable|chunks?|distributed_hypertable)|(?:add|remove|alter)_(?:dimension|reorder_policy|retention_policy|compression_policy|columnstore_policy|continuous_aggregate_policy|job|policies)|add_continuous_aggregate_\w+|refresh_continuous_aggregate|set_(?:chunk_time_interval|integer_now_func|number_partitions|adaptive_chunking)|(?:de)?compress_chunk|convert_to_(?:column|row)store|drop_chunks|time_bucket\w*|by_(?:range|hash)|locf|interpolate|hypertable_\w+|chunks_detailed_size|approximate_row_count|enable_chunk_skipping|run_job|delete_job|first|last|histogram|move_chunk|reorder_chunk|split_chunk|merge_chunks|timescaledb_\w+)$/,
    methods: ['hypercore'],
    options: ['timescaledb', 'tsdb'],
  },
  timescaledb_toolkit: {
    functions:
      /^(?:stats_agg|percentile_agg|uddsketch|tdigest|candlestick_agg|counter_agg|gauge_agg|time_weight|lttb|asap_smooth|hyperloglog|state_agg|heartbeat_agg|approx_percentile|rollup|timevector|interpolated_\w+)$/,
  },
  pg_partman: {
    functions:
      /^(?:create_parent|create_sub_parent|create_sub_partition|create_partition(?:_time|_id)?|run_maintenance(?:_proc)?|run_analyze|partition_data_\w+|partition_gap_fill|undo_partition\w*|drop_partition_\w+|show_partition\w*|check_(?:default|subpartition_limits|name_length|control_type|partition_type|automatic_maintenance_value)|dump_partitioned_table_definition|reapply_\w+|apply_(?:cluster|constraints|foreign_keys|privileges|publications)|stop_sub_partition|config_cleanup|calculate_time_partition_info|inherit_template_properties|autovacuum_(?:off|reset))$/,
    relations: /^(?:part_config(?:_sub)?|custom_time_partitions|table_privs)$/,
  },
  pg_pathman: {
    functions:
      /^(?:(?:create|append|prepend|add|drop|attach|detach|split|merge)_(?:range|hash)_partitions?|(?:dis|en)able_pathman_for|set_(?:init_callback|interval|auto|enable_parent)|partition_table_concurrently|create_naming_sequence)$/,
    relations: /^pathman_/,
  },
  citus: {
    schemas: ['citus', 'citus_internal', 'columnar', 'columnar_internal'],
    functions:
      /^(?:(?:un)?distribute_\w+|create_(?:distributed_(?:table|function)|distributed_table_concurrently|reference_table|time_partitions)|(?:un)?distribute_table|undistribute_table|drop_old_time_partitions|alter_(?:distributed_table|table_set_access_method|old_partitions_set_access_method|columnar_table_set)|citus_\w+|master_\w+|run_command_on_\w+|start_metadata_sync_to_node|update_distributed_table_colocation|rebalance_table_shards|get_shard_id_for_distribution_column|truncate_local_data_after_distributing_table|mark_tables_colocated|isolate_tenant_to_new_shard)$/,
    relations: /^(?:citus_\w+|pg_dist_\w+|time_partitions)$/,
    methods: ['columnar'],
  },
  citus_columnar: { methods: ['columnar'] },
  columnar: { schemas: ['columnar'], methods: ['columnar'] },
  orioledb: { methods: ['orioledb'] },
  pg_duckdb: { schemas: ['duckdb'], methods: ['duckdb'], functions: /^(?:read_parquet|read_csv|read_json|iceberg_\w+|delta_scan)$/ },
  temporal_tables: { functions: /^(?:versioning|set_system_time)$/ },
  periods: { schemas: ['periods'] },

  // Jobs, queues, the platform
  pg_cron: { schemas: ['cron'] },
  pgmq: { schemas: ['pgmq'], types: ['message_record', 'queue_record'], home: 'pgmq' },
  pg_net: { schemas: ['net'] },
  http: { types: httpTypes, functions: /^(?:http(?:_\w+)?|urlencode|text_to_bytea|bytea_to_text)$/ },
  supabase_vault: { schemas: ['vault'] },
  pgsodium: { schemas: ['pgsodium', 'pgsodium_masks'], functions: /^crypto_/ },
  pg_graphql: { schemas: ['graphql', 'graphql_public'] },
  pgjwt: { functions: /^(?:verify|try_cast_double|algorithm_sign|url_(?:en|de)code)$/ },
  pg_jsonschema: { functions: /^(?:jsonb?_matches_schema|jsonschema_\w+)$/ },
  pg_tle: { schemas: ['pgtle'] },
  pgq: { schemas: ['pgq'] },
  pgagent: { schemas: ['pgagent'] },
  pg_jobmon: { schemas: ['jobmon'] },
  pg_repack: { schemas: ['repack'] },
  pg_squeeze: { schemas: ['squeeze'] },
  pglogical: { schemas: ['pglogical'] },
  pg_hint_plan: { schemas: ['hint_plan'] },
  pg_ivm: { schemas: ['pgivm'], functions: /^(?:create_immv|refresh_immv|get_immv_def)$/ },
  hypopg: { functions: /^hypopg(?:_\w+)?$/, relations: /^hypopg_/ },
  index_advisor: { functions: /^index_advisor$/ },
  pgtap: { functions: /^(?:plan|finish|no_plan|has_\w+|hasnt_\w+|results_eq|throws_ok|lives_ok|tap_\w+)$/ },
  pg_stat_monitor: { relations: /^pg_stat_monitor$/ },
  aws_commons: { schemas: ['aws_commons'] },
  aws_s3: { schemas: ['aws_s3'], requires: ['aws_commons'] },
  aws_lambda: { schemas: ['aws_lambda'], requires: ['aws_commons'] },
  age: {
    schemas: ['ag_catalog'],
    types: ['agtype', 'graphid'],
    home: 'ag_catalog',
    functions: /^(?:cypher|create_graph|drop_graph|ag_\w+|agtype_\w+|create_[ve]label)$/,
  },
  orafce: {
    schemas: ['oracle', 'dbms_output', 'dbms_random', 'dbms_alert', 'dbms_pipe', 'dbms_utility', 'utl_file', 'plvstr', 'plvdate'],
    types: ['varchar2', 'nvarchar2'],
    home: 'oracle',
  },

  // Identifiers and other types
  pg_uuidv7: { functions: /^(?:uuid_generate_v7|uuid_v7_to_timestamp(?:tz)?|uuid_timestamptz_to_v7)$/ },
  ulid: { types: ['ulid'], functions: /^(?:gen_(?:monotonic_)?ulid|ulid_\w+)$/ },
  pgx_ulid: { types: ['ulid'], functions: /^(?:gen_(?:monotonic_)?ulid|ulid_\w+)$/ },
  pg_ulid: { types: ['ulid'], functions: /^(?:gen_ulid|ulid_\w+)$/ },
  pg_idkit: { functions: /^idkit_/ },
  sequential_uuids: { functions: /^uuid_(?:sequence|time)_nextval$/ },
  pg_hashids: { functions: /^(?:id|hash)_(?:en|de)code(?:_once)?$/ },
  hll: { types: ['hll', 'hll_hashval'], functions: /^hll_/ },
  topn: { functions: /^topn(?:_\w+)?$/ },
  tdigest: { types: ['tdigest'], functions: /^tdigest(?:_\w+)?$/ },
  roaringbitmap: { types: ['roaringbitmap', 'roaringbitmap64'], functions: /^(?:rb|rb64)_/ },
  semver: { types: ['semver', 'semverrange'], functions: /^(?:semver|to_semver|get_semver|is_semver)/ },
  ip4r: { types: ['ip4', 'ip4r', 'ip6', 'ip6r', 'ipaddress', 'iprange'] },
  prefix: { types: ['prefix_range'], functions: /^prefix_range/ },
  uri: { types: ['uri'], functions: /^uri_/ },
  uint: { types: ['int1', 'uint1', 'uint2', 'uint4', 'uint8'] },
  unit: { types: ['unit'] },
  debversion: { types: ['debversion'] },
  pgmp: { types: ['mpz', 'mpq'] },
  rdkit: { types: ['mol', 'qmol', 'bfp', 'sfp', 'reaction'], functions: /^(?:mol|morgan|tanimoto|is_valid_|rdkit)/ },
  datasketches: { types: ['theta_sketch', 'cpc_sketch', 'hll_sketch', 'kll_float_sketch', 'frequent_strings_sketch'], functions: /_sketch_/ },
};

/** Those that log, watch or tune, and bring nothing that a schema would name. */
const silent = new Set(
  `pgaudit pgauditlogtofile pg_stat_kcache pg_qualstats pg_wait_sampling pg_show_plans pg_profile powa pgfincore set_user supautils safeupdate
  pg_failover_slots pg_readonly credcheck login_hook wal2json pgextwlist plpgsql_check pldbgapi plprofiler system_stats pg_proctab rds_tools
  google_columnar_engine google_db_advisor azure azure_storage pg_buffercache_prewarm pg_store_plans`.split(/\s+/),
);

/** Whether nothing is known of an extension, so that what nobody else makes may be its own. A language or a foreign-data wrapper brings just that. */
export function isUnknown(name: string): boolean {
  return !(name in knownExtensions) && !silent.has(name) && !/^pl|_fdw$/.test(name);
}
