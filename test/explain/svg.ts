import { displayWidth } from '../../src/report/cells.ts';

/** The colours of a terminal, by the codes that planlint writes. */
export interface Theme {
  readonly background: string;
  readonly text: string;
  readonly colours: Readonly<Record<number, string>>;
}

export const dark: Theme = { background: '#1e1e1e', text: '#d4d4d4', colours: { 31: '#f14c4c', 32: '#23d18b', 33: '#e5e510', 36: '#29b8db' } };
export const light: Theme = { background: '#ffffff', text: '#333333', colours: { 31: '#cd3131', 32: '#107c10', 33: '#949800', 36: '#0598bc' } };

interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly colour: number | null;
}

interface Run {
  readonly text: string;
  readonly column: number;
  readonly style: Style;
}

const plain: Style = { bold: false, dim: false, colour: null };
const size = { font: 14, column: 8.43, line: 18, margin: 12 };

/** What a terminal of so many columns shows of coloured text. */
export function toSvg(text: string, columns: number, theme: Theme): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const [width, height] = [Math.ceil(columns * size.column) + 2 * size.margin, lines.length * size.line + 2 * size.margin];
  let style = plain;
  const rows = lines.map((line, index) => {
    const runs = toRuns(line, style);
    style = runs.at(-1)?.style ?? style;
    return runs
      .filter((run) => run.text.trim() !== '')
      .map((run) => toText(run, index, theme))
      .join('');
  });
  const font = `font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${size.font}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${font} fill="${theme.text}">`,
    `<rect width="100%" height="100%" rx="6" fill="${theme.background}"/>`,
    ...rows.filter((row) => row !== ''),
    '</svg>',
    '',
  ].join('\n');
}

/** The pieces of a line that are of one style. */
function toRuns(line: string, before: Style): readonly Run[] {
  const runs: Run[] = [];
  let style = before;
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is looked for.
  for (const [piece, code] of line.matchAll(/\u001b\[(\d+)m|[^\u001b]+/g)) {
    if (code !== undefined) style = change(style, Number(code));
    else {
      runs.push({ text: piece, column, style });
      column += displayWidth(piece);
    }
  }
  return [...runs, { text: '', column, style }];
}

function change(style: Style, code: number): Style {
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return { ...style, colour: null };
  return { ...style, colour: code };
}

function toText({ text, column, style: { bold, dim, colour } }: Run, line: number, { colours }: Theme): string {
  const indent = text.length - text.trimStart().length;
  const x = (size.margin + (column + indent) * size.column).toFixed(1);
  const y = size.margin + line * size.line + size.font;
  const looks = [bold ? ' font-weight="bold"' : '', dim ? ' opacity="0.6"' : '', colour === null ? '' : ` fill="${colours[colour] ?? 'red'}"`].join(
    '',
  );
  return `<text x="${x}" y="${y}"${looks} xml:space="preserve">${escapeXml(text.trim())}</text>`;
}

function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (character) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[character] ?? character);
}
