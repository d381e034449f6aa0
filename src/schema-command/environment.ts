/** How a command reaches the server that was started for it. */
export interface Access {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Empty where none is needed. */
  readonly password: string;
  readonly database: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The user's environment, with the server in the variables that programs look for it in, and in the user's own `templates`. */
export function toEnvironment(base: Environment, templates: Readonly<Record<string, string>>, access: Access): Environment {
  const { host, port, user, password, database } = access;
  // Some drivers ask for TLS unless they are told otherwise.
  const login = [user, ...(password === '' ? [] : [password])].map(encodeURIComponent).join(':');
  const url = `postgresql://${login}@${host}:${port}/${encodeURIComponent(database)}?sslmode=disable`;
  const values = new Map(Object.entries({ ...access, url }));
  const fill = (template: string): string => template.replace(/\{(\w+)\}/g, (all, name: string) => String(values.get(name) ?? all));
  return {
    // Those of the user's libpq, such as PGSERVICE and PGOPTIONS, would lead elsewhere.
    ...Object.fromEntries(Object.entries(base).filter(([name]) => !/^PG[A-Z]+$/.test(name))),
    DATABASE_URL: url,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGSSLMODE: 'disable',
    ...Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, fill(template)])),
  };
}
