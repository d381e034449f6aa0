import { cleanText } from './clean-text.ts';

/** What a program wrote, and which of several programs that was. */
export interface Unwrapped {
  readonly source: string;
  /** Several lines, where a logger had them in one of its own. */
  readonly text: string;
  /** The line is cut here, and the source's next goes on with it. */
  readonly isPart: boolean;
}

/** What something that carries logs puts around each line; `null` for a line that it did not write. */
export interface Wrapping {
  unwrap(line: string): Unwrapped | null;
  /** Of a logger's object its other fields alone, where these may say what was logged; `null` where nothing but the text is ever logged. */
  readonly withoutText: ((line: string) => string) | null;
  /** How much of a log has to have it. */
  readonly share: number;
}

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`;

/** The groups are the source, a mark of parts, and the line. */
const prefixes: readonly RegExp[] = [
  // docker compose: `db-1  | line`.
  /^([\w.-]+)\s+\|()(?: (.*)|(.*))$/s,
  // kubectl logs --prefix: `[pod/name/container] line`.
  /^\[(pod\/[\w./-]+)\]() (.*)$/s,
  // A node's files under /var/log/pods: `2026-11-30T18:17:21.603456789Z stdout F line`.
  new RegExp(String.raw`^${time}[\d.]*(?:Z|[+-]\d\d:\d\d) (stdout|stderr) ([FP])(?:\S*) (.*)$`, 's'),
  // GitLab CI: `2026-11-30T18:17:21.603456Z 00O line`; with a plus it goes on with the one before.
  new RegExp(String.raw`^${time}\.\d{6}Z (\d\d[OE])()[ +](.*)$`, 's'),
  // GitHub Actions, with the job and the step where the log is of `gh run view`; docker logs -t and kubectl logs --timestamps.
  new RegExp(String.raw`^(?:([^\t]+\t[^\t]+)\t)?()\ufeff?${time}\.\d{7,9}Z ?(.*)$`, 's'),
  // journald, as journalctl prints it: `Nov 30 18:17:21 host app[4711]: line`. What PostgreSQL sends to syslog has numbers of its own.
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ ([\w./@()-]+(?:\[\d+\])?)(): (?!\[\d+-\d+\] )(.*)$/s,
  // journalctl -o short-iso; Heroku, without a host.
  new RegExp(String.raw`^${time}[\d.]*(?:Z|[+-]\d\d:?\d\d) (?:\S+ )?([\w./@()-]+\[[\w.]+\])(): (?!\[\d+-\d+\] )(.*)$`, 's'),
];

function toWrapping(prefix: RegExp): Wrapping {
  return {
    unwrap(line) {
      const found = prefix.exec(line);
      if (found === null) return null;
      return { source: found[1] ?? '', text: found[3] ?? found[4] ?? '', isPart: found[2] === 'P' };
    },
    withoutText: null,
    share: 0.9,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parseFields(line: string): Fields | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Docker's json-file: an object a line, or a part of one where it has no end. */
const dockerJson: Wrapping = {
  unwrap(line) {
    const { log, stream } = parseFields(line) ?? {};
    if (typeof log !== 'string' || (stream !== 'stdout' && stream !== 'stderr')) return null;
    return { source: stream, text: cleanText(log), isPart: !log.endsWith('\n') };
  },
  withoutText: null,
  share: 0.9,
};

/** journalctl -o json. A message with characters that are not to be printed is a list of bytes. */
const journalJson: Wrapping = {
  unwrap(line) {
    const fields = parseFields(line);
    const message = fields?.['MESSAGE'];
    if (fields === null || !Object.keys(fields).some((name) => name.startsWith('_'))) return null;
    const text = Array.isArray(message) ? Buffer.from(message as number[]).toString() : typeof message === 'string' ? message : null;
    const { SYSLOG_IDENTIFIER: program = '', _PID: id = '' } = fields;
    return text === null ? null : { source: `${program}[${id}]`, text: cleanText(text), isPart: false };
  },
  withoutText: null,
  share: 0.9,
};

/** What loggers call the text of what they log: pino, bunyan, zap and slog, winston and log4j, logstash, fluentd, GELF, Cloud Logging, structlog. */
const names = ['msg', 'message', '@message', 'log', 'short_message', 'textPayload', 'event', '@m', 'body'];
const loggers = ['logger', 'logger_name', 'loggerName', 'name', 'category'];
const processes = ['pid', 'process', 'thread', 'thread_name', 'threadName'];

function findText(fields: Fields): string | undefined {
  return names.find((name) => typeof fields[name] === 'string');
}

/** An object a line with the text in one of its fields. */
const transport: Wrapping = {
  unwrap(line) {
    const fields = parseFields(line);
    const name = fields === null ? undefined : findText(fields);
    if (fields === null || name === undefined) return null;
    const logger = loggers.map((one) => fields[one]).find((one) => typeof one === 'string' && /sqlalchemy\.engine|org\.hibernate/.test(one));
    const text = cleanText(String(fields[name]));
    const source = processes.flatMap((one) => (['string', 'number'].includes(typeof fields[one]) ? [`${fields[one]}`] : [])).join(' ');
    // These tell what they log by the logger's name.
    return { source, text: logger === undefined ? text : `DEBUG ${logger} ${text}`, isPart: false };
  },
  withoutText(line) {
    const fields = parseFields(line);
    const name = fields === null ? undefined : findText(fields);
    return name === undefined ? line : JSON.stringify({ ...fields, [name]: '' });
  },
  share: 0.5,
};

export const wrappings: readonly Wrapping[] = [...prefixes.map(toWrapping), dockerJson, journalJson, transport];
