const names: Readonly<Record<string, string>> = {
  BIT: 'bool',
  BOOLEAN: 'bool',
  TINYINT: 'int2',
  SMALLINT: 'int2',
  INTEGER: 'int4',
  BIGINT: 'int8',
  REAL: 'float4',
  FLOAT: 'float8',
  DOUBLE: 'float8',
  DECIMAL: 'numeric',
  NUMERIC: 'numeric',
  UUID: 'uuid',
  TIMESTAMP_UTC: 'timestamptz',
  TIMESTAMP_WITH_TIMEZONE: 'timestamptz',
  INSTANT: 'timestamptz',
  BINARY: 'bytea',
  VARBINARY: 'bytea',
  LONGVARBINARY: 'bytea',
};

const classes: Readonly<Record<string, string>> = {
  Boolean: 'bool',
  Byte: 'int2',
  Short: 'int2',
  Integer: 'int4',
  Long: 'int8',
  BigInteger: 'numeric',
  BigDecimal: 'numeric',
  Float: 'float4',
  Double: 'float8',
  UUID: 'uuid',
  OffsetDateTime: 'timestamptz',
  ZonedDateTime: 'timestamptz',
  Instant: 'timestamptz',
  LocalDateTime: 'timestamp',
  LocalDate: 'date',
  LocalTime: 'time',
};

const texts = /^(?:String|CHAR|N?VARCHAR|LONGN?VARCHAR|LONG32N?VARCHAR|N?CLOB)$/;
const arrays = /^ARRAY$|\[\]$|(?:List|Set|Array)$/;

/** The type that the driver sends for one of JDBC's, or for a Java class; `null` where it leaves that to the server, as for texts and most dates. */
export function toDriverType(name: string): string | null {
  return names[name] ?? classes[name] ?? null;
}

export const isText = (name: string) => texts.test(name);
export const isArray = (name: string) => arrays.test(name);
