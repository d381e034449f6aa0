import { printable } from './printable.ts';

/** HTML that is safe to put into a page. */
export interface Markup {
  readonly markup: string;
}

type Value = Markup | readonly Markup[] | string | number;

export const nothing: Markup = { markup: '' };

/** Makes HTML of a template: every text put into it is escaped, inside quoted attributes, too. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { markup: parts.map((part, index) => part + render(values[index] ?? '')).join('') };
}

function render(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[^\n\t]+/g, printable).replace(/[&<>"']/g, (character) => references[character] ?? '');
}

/** A text with what stands between backticks as code. */
export function prose(text: string): Markup {
  const parts = text.split(/`([^`]*)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
