const beginnings = [
  // A date or a time in front, as most loggers have it.
  /^\s?\[?\d{4}[-/]\d\d[-/]\d\d[T ]?\d?/,
  /^\[?\d\d:\d\d:\d\d/,
  /^\[?\d{1,2}\/\w{2,3}\/\d{4}/,
  /^[A-Z][a-z]{2} \d{1,2},? (?:\d{4} )?\d{1,2}:\d\d/,
  // A level.
  /^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE|FINE|FINER|FINEST)\b\]?[\s:|-]/,
  /^(?:trce|dbug|trace|debug|info|warn|warning|error|fail|crit|fatal)\b ?[:[(]/,
  /^[DIWEF], \[\d{4}-/,
  // An error with its stack, and where it comes from.
  /^(?:\w+\.)*\w*(?:Error|Exception)\b(?::| \[)/,
  /^\s+at \S+.*[:(]/,
  /^Caused by: |^Traceback \(|^\s+File "/,
  // What npm prints of a script.
  /^> \S+@\d|^> (?:node|npm|npx|nest|next|tsx|ts-node|nodemon)\b/,
  // What servers say of requests, and structured lines.
  /^(?:GET|POST|PUT|PATCH|HEAD|OPTIONS|DELETE) \/\S*/,
  /^(?:Started|Processing|Completed|Rendered|Listening|Server|npm|yarn|node:|Starting|Stopping|Connected|Disconnected)\b.*(?:\d|:|\.{3}|by|on|in)/,
  /^\{"/,
  /^\s*↳ /,
  // Records of libraries that begin as SQL may go on: Django, Active Record, the `debug` package on a terminal.
  /^\(\d+\.\d+\) (?:[A-Za-z(]|\/\*|--)/,
  /^\s*[A-Z][\w:]*(?: [\w:]+)* \(\d+(?:\.\d+)?ms\) {2}\S/,
  /^ {2}[a-z][\w-]*(?::[\w-]+)+ \S/,
];

/** Whether a line looks like one of another logger, and not like more of a statement that has several lines. */
export function isForeign(line: string): boolean {
  return beginnings.some((beginning) => beginning.test(line));
}

const words = `select from where and or not on using join left right inner outer full cross natural lateral group order having limit offset fetch for returning
  union intersect except values set into insert update delete merge when matched then else end case with as in between like ilike is exists window partition over
  conflict do default begin commit distinct all any rows range asc desc only of nulls`;
const sqlStart = new RegExp(`^(?:\\s|$|[-("'),;:|=<>+*/$?@%\\]}]|(?:${words.trim().split(/\s+/).join('|')})\\b)`, 'i');

/** Whether a line can be more of a statement: inside quotes or brackets any can. */
export function continuesSql(lines: readonly string[], line: string): boolean {
  if (sqlStart.test(line) && !isForeign(line)) return true;
  const open = findOpen(lines.join('\n'));
  return open === 'quote' || (open === 'bracket' && !isForeign(line));
}

/** What a text leaves open at its end. */
export function findOpen(text: string): 'quote' | 'bracket' | null {
  const plain = text.replace(/'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|\$(\w*)\$[\s\S]*?\$\1\$/g, '');
  if (/['"]|\/\*|\$[a-z_]*\$/i.test(plain)) return 'quote';
  return plain.split('(').length > plain.split(')').length ? 'bracket' : null;
}

/** Whether the next line stands inside of something that lines have begun: quotes, brackets of any kind. */
export function isInside(lines: readonly string[]): boolean {
  const text = lines.join('\n');
  return findOpen(text) !== null || /[[{(+]$/.test(lines[0] ?? '') || text.split(/[[{]/).length > text.split(/[\]}]/).length;
}

const verb =
  /^(?:\s|\(|--[^\n]*\n|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)*(?:select|insert|update|delete|with|merge|values|table|begin|start|commit|rollback|end|abort|savepoint|release|set|show|reset|declare|fetch|move|close|copy|create|alter|drop|truncate|explain|call|do|lock|discard|listen|unlisten|notify|prepare|execute|deallocate|refresh|analyze|vacuum|grant|revoke|comment|reindex|cluster|checkpoint|import|security|reassign)\b/i;
const dangling =
  /(?:[=<>,(+*/.$@:]|\b(?:where|and|or|from|set|join|on|in|by|into|select|update|delete|insert|limit|offset|order|group|not|is|like|as|having|union|returning|between|any))$/i;

/** Whether a statement has no first word, or ends where none can. */
export function breaksOff(sql: string): boolean {
  const text = sql.trim();
  return !verb.test(text) || (dangling.test(text) && !/^select \*$/i.test(text)) || findOpen(text) !== null;
}
