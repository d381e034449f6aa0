import type { LogValue } from '../log-format.ts';
import { parseParameters } from './parameters.ts';

/** What auto_explain wrote of one execution. */
export interface LoggedPlan {
  readonly sql: string;
  /** PostgreSQL 16 and newer write them. */
  readonly params: readonly LogValue[] | null;
  /** As EXPLAIN (FORMAT JSON) gives it; `null` where the log is in another form, or cut off. */
  readonly plan: unknown;
}

/** Reads auto_explain's text behind `plan:`, in whichever of its four forms; `null` where it has no query. */
export function parseLoggedPlan(text: string): LoggedPlan | null {
  if (text.startsWith('{')) return fromJson(text);
  if (text.startsWith('<')) return fromXml(text);
  return text.startsWith('Query Text: "') ? fromYaml(text) : fromText(text);
}

function fromJson(text: string): LoggedPlan | null {
  try {
    const plan = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const sql = plan['Query Text'];
    return typeof sql === 'string' ? { sql, params: toParameters(plan['Query Parameters']), plan: [plan] } : null;
  } catch {
    return fromPairs(/"Query Text": ("(?:[^"\\]|\\.)*")/.exec(text)?.[1], /"Query Parameters": ("(?:[^"\\]|\\.)*")/.exec(text)?.[1]);
  }
}

/** Strings of YAML are written as those of JSON. */
function fromYaml(text: string): LoggedPlan | null {
  return fromPairs(/^Query Text: ("(?:[^"\\]|\\.)*")/.exec(text)?.[1], /^Query Parameters: ("(?:[^"\\]|\\.)*")/m.exec(text)?.[1]);
}

function fromPairs(sql: string | undefined, params: string | undefined): LoggedPlan | null {
  if (sql === undefined) return null;
  try {
    return {
      sql: JSON.parse(escapeControls(sql)),
      params: params === undefined ? null : toParameters(JSON.parse(escapeControls(params))),
      plan: null,
    };
  } catch {
    return null;
  }
}

function escapeControls(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function fromXml(text: string): LoggedPlan | null {
  const sql = /<Query-Text>([^<]*)<\/Query-Text>/.exec(text)?.[1];
  const params = /<Query-Parameters>([^<]*)<\/Query-Parameters>/.exec(text)?.[1];
  return sql === undefined ? null : { sql: unescapeXml(sql), params: params === undefined ? null : toParameters(unescapeXml(params)), plan: null };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x0d': '\r' };

function unescapeXml(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|#x0d);/g, (_, name: string) => entities[name] ?? '');
}

/** The query ends where its parameters or the first node of the plan begin. */
function fromText(text: string): LoggedPlan | null {
  if (!text.startsWith('Query Text: ')) return null;
  const node = /\n(?=[A-Z][^\n]* {2}\(cost=\d+\.\d\d\.\.\d)/.exec(text)?.index ?? text.length;
  const head = text.slice('Query Text: '.length, node);
  const behind = head.lastIndexOf('\nQuery Parameters: $1 = ');
  return behind === -1
    ? { sql: head, params: null, plan: null }
    : { sql: head.slice(0, behind), params: toParameters(head.slice(behind + '\nQuery Parameters: '.length)), plan: null };
}

function toParameters(text: unknown): readonly LogValue[] | null {
  return typeof text === 'string' ? parseParameters(text) : null;
}
