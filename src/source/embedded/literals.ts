import type { Edit } from '../../sql/edits.ts';
import type { Span } from '../../sql/span.ts';
import { brief, type Literal } from './host-text.ts';

/** How a language writes strings. */
export interface Language {
  /** Comments and characters, which are none. */
  readonly skipped: RegExp;
  /** The beginning of a literal: its prefix and its quotes, with the flag `y`. */
  readonly opening: RegExp;
  /** What a prefix and its quotes make of the body. */
  form(prefix: string, quotes: string): Form;
  /** Literals side by side are one. */
  readonly joinsAdjacent: boolean;
}

interface Form {
  /** `backslash` escapes with one; `doubled` writes the quote twice; `raw` has none. */
  readonly escaping: 'backslash' | 'doubled' | 'raw';
  /** What begins a piece that is put in; braces twice are braces where it is `{`. */
  readonly hole: RegExp | null;
  readonly hasBraces: boolean;
}

const code = { escaping: 'backslash', hole: null, hasBraces: false } as const;

const python: Language = {
  skipped: /#[^\n]*/y,
  opening: /(?<!\w)([rRbBuUfF]{0,2})("""|'''|"|')/y,
  form: (prefix) => ({
    escaping: /r/i.test(prefix) ? 'raw' : 'backslash',
    hole: /f/i.test(prefix) ? /\{(?!\{)/y : null,
    hasBraces: /f/i.test(prefix),
  }),
  joinsAdjacent: true,
};

const csharp: Language = {
  skipped: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.[^']*|[^'\\\n])'/y,
  opening: /([@$]*)("{3,}|")/y,
  form: (prefix, quotes) => ({
    escaping: quotes.length > 1 ? 'raw' : prefix.includes('@') ? 'doubled' : 'backslash',
    hole: prefix.includes('$$') ? /\{\{(?!\{)/y : prefix.includes('$') ? /\{(?!\{)/y : null,
    hasBraces: prefix.includes('$') && quotes.length === 1,
  }),
  joinsAdjacent: false,
};

const java: Language = {
  skipped: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.[^']*|[^'\\\n])'/y,
  opening: /()("""|")/y,
  form: () => code,
  joinsAdjacent: false,
};

const kotlin: Language = {
  ...java,
  form: (_, quotes) => ({ escaping: quotes.length > 1 ? 'raw' : 'backslash', hole: /\$(?=[{A-Za-z_])/y, hasBraces: false }),
};

/** Languages by the extension of their files. */
export const languages: Readonly<Record<string, Language>> = { py: python, cs: csharp, java, kt: kotlin };

/** The string literals of a program, in order; one that does not end is none. `onSkipped` learns of the comments and characters between them. */
export function listLiterals(text: string, language: Language, onSkipped: (span: Span) => void = () => {}): readonly Literal[] {
  const literals: Literal[] = [];
  for (let at = 0; at < text.length; ) {
    language.skipped.lastIndex = at;
    const skipped = language.skipped.exec(text)?.[0].length ?? 0;
    if (skipped > 0) onSkipped({ start: at, end: at + skipped });
    const literal = skipped > 0 ? null : readLiteral(text, at, language);
    if (literal !== null) literals.push(literal);
    at = literal?.end ?? at + Math.max(1, skipped);
  }
  return literals;
}

function readLiteral(text: string, start: number, { opening, form }: Language): Literal | null {
  opening.lastIndex = start;
  const [whole, prefix = '', quotes = ''] = opening.exec(text) ?? [];
  if (whole === undefined) return null;
  // Two quotes are an empty string.
  const { escaping, hole, hasBraces } = form(prefix, quotes);
  const isLong = quotes.length > 1;
  const quote = quotes[0] ?? '"';
  const body = start + whole.length;
  const edits: Edit[] = [];
  let firstHole: string | null = null;
  for (let at = body; at < text.length; ) {
    if (escaping === 'doubled' && text.startsWith('""', at)) {
      edits.push({ start: at, end: at + 2, text: '"' });
      at += 2;
    } else if (text.startsWith(quotes, at)) {
      const reserved = quote + (escaping === 'backslash' ? '\\' : '') + (isLong || escaping === 'doubled' ? '' : '\n') + (hole === null ? '' : '{}$');
      return { start, end: at + quotes.length, body: { start: body, end: at }, edits, reserved, hole: firstHole };
    } else if (escaping === 'backslash' && text[at] === '\\') {
      const [written, meant] = readEscape(text, at);
      edits.push({ start: at, end: at + written.length, text: meant });
      at += written.length;
    } else if (hasBraces && (text.startsWith('{{', at) || text.startsWith('}}', at))) {
      edits.push({ start: at, end: at + 2, text: text[at] ?? '' });
      at += 2;
    } else if (hole !== null && isAt(hole, text, at)) {
      const end = endOfHole(text, at);
      firstHole ??= text.slice(at, end);
      edits.push({ start: at, end, text: '' });
      at = end;
    } else if (!isLong && escaping !== 'doubled' && text[at] === '\n') return null;
    else at += 1;
  }
  return null;
}

const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', s: ' ', '0': '', '\n': '', b: '\b', v: '\v', a: '' };

/** An escape as it is written, and what it means. */
function readEscape(text: string, at: number): readonly [written: string, meant: string] {
  const unicode = /\\(?:u+([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/y;
  unicode.lastIndex = at;
  const [written, wide, narrow] = unicode.exec(text) ?? [];
  if (written !== undefined) return [written, String.fromCharCode(Number.parseInt(wide ?? narrow ?? '0', 16))];
  const next = text[at + 1] ?? '';
  // A backslash in front of a colon is SQLAlchemy's, and Python leaves it.
  return [`\\${next}`, named[next] ?? (/["'\\$]/.test(next) ? next : `\\${next}`)];
}

/** Behind the expression that a hole holds. */
function endOfHole(text: string, start: number): number {
  const open = text.indexOf('{', start);
  if (open === -1 || open > start + 2) return start + (/^\$?\w*/.exec(text.slice(start, start + 200))?.[0].length ?? 1);
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** What is put into a literal, as a message names it. */
export function nameHole(hole: string): string {
  return `${brief(hole)} is put in when it runs`;
}
