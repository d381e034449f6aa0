/** What libpq can be told of a connection: each keyword, and the variable of the environment that stands in for it. */
const keywords = {
  service: 'PGSERVICE',
  host: 'PGHOST',
  hostaddr: 'PGHOSTADDR',
  port: 'PGPORT',
  dbname: 'PGDATABASE',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  passfile: 'PGPASSFILE',
  options: 'PGOPTIONS',
  application_name: 'PGAPPNAME',
  fallback_application_name: null,
  client_encoding: 'PGCLIENTENCODING',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  target_session_attrs: 'PGTARGETSESSIONATTRS',
  load_balance_hosts: 'PGLOADBALANCEHOSTS',
  keepalives: null,
  keepalives_idle: null,
  keepalives_interval: null,
  keepalives_count: null,
  tcp_user_timeout: null,
  sslmode: 'PGSSLMODE',
  sslnegotiation: 'PGSSLNEGOTIATION',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslpassword: null,
  sslcertmode: 'PGSSLCERTMODE',
  sslcrl: 'PGSSLCRL',
  sslcrldir: 'PGSSLCRLDIR',
  sslsni: 'PGSSLSNI',
  sslcompression: 'PGSSLCOMPRESSION',
  ssl_min_protocol_version: 'PGSSLMINPROTOCOLVERSION',
  ssl_max_protocol_version: 'PGSSLMAXPROTOCOLVERSION',
  min_protocol_version: 'PGMINPROTOCOLVERSION',
  max_protocol_version: 'PGMAXPROTOCOLVERSION',
  channel_binding: 'PGCHANNELBINDING',
  require_auth: 'PGREQUIREAUTH',
  requirepeer: 'PGREQUIREPEER',
  gssencmode: 'PGGSSENCMODE',
  gssdelegation: 'PGGSSDELEGATION',
  gsslib: 'PGGSSLIB',
  krbsrvname: 'PGKRBSRVNAME',
  replication: null,
} as const;

export type Keyword = keyof typeof keywords;

/** What a text, a file or the environment says of a connection; an empty value is none. */
export type Given = Readonly<Partial<Record<Keyword, string>>>;

export type Environment = Readonly<Record<string, string | undefined>>;

export function isKeyword(name: string): name is Keyword {
  return Object.hasOwn(keywords, name);
}

/** What the environment's variables say. */
export function readVariables(env: Environment): Given {
  const set = Object.entries(keywords).flatMap(([keyword, variable]) => {
    const value = variable === null ? undefined : env[variable];
    return value === undefined || value === '' ? [] : [[keyword, value] as const];
  });
  return Object.fromEntries(set);
}
