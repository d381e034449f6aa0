import { printable } from './printable.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Elements, or text. */
  readonly children: readonly Element[] | string;
}

/** A document of XML 1.0, whatever its texts hold. */
export function formatXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${formatElement(root, '').join('\n')}\n`;
}

function formatElement({ name, attributes, children }: Element, indent: string): readonly string[] {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`);
  const start = `${indent}<${name}${given.join('')}`;
  if (children.length === 0) return [`${start}/>`];
  if (typeof children === 'string') return [`${start}>${escapeText(children)}</${name}>`];
  return [`${start}>`, ...children.flatMap((child) => formatElement(child, `${indent}  `)), `${indent}</${name}>`];
}

function escapeText(text: string): string {
  return allowed(text).replace(/[<>&\r]/g, toReference);
}

/** White space in an attribute is read as blanks unless it is written as a reference. */
function escapeAttribute(text: string): string {
  return allowed(text).replace(/[<>&"\t\n\r]/g, toReference);
}

/** No reference may stand for a control either: they become their pictures. */
function allowed(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u007f-\u009f]/gu, (character) =>
    /[\ufffe\uffff]/.test(character) ? '\ufffd' : printable(character),
  );
}

function toReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
