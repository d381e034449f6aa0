import type { Edit } from '../../sql/edits.ts';
import type { HostText } from './host-text.ts';

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** Whether a file of XML is a mapper of MyBatis. */
export function isMapper(text: string): boolean {
  return /<mapper\b/.test(text);
}

/** The statements of a mapper. A tag inside one decides what is sent, so that its text is not static. */
export function listMapperTexts(file: string): readonly HostText[] {
  const [, namespace = ''] = /<mapper\b[^>]*\bnamespace\s*=\s*"([^"]*)"/.exec(file) ?? [];
  const blanked = file.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...blanked.matchAll(/<(select|insert|update|delete)\b([^>]*[^/])?>([\s\S]*?)<\/\1\s*>/g)].map(
    ({ 0: whole, 1: tag = '', 2: attributes = '', 3: body = '', index }): HostText => {
      const start = index + whole.indexOf('>') + 1;
      const [, id = tag] = /\bid\s*=\s*["']([^"']*)["']/.exec(attributes) ?? [];
      const edits: Edit[] = [];
      let dynamic: string | null = null;
      for (const { 0: found, index: at } of file
        .slice(start, start + body.length)
        .matchAll(/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[^>]*>|&(?:lt|gt|amp|quot|apos);/g)) {
        const from = start + at;
        if (found.startsWith('<![CDATA[')) {
          edits.push({ start: from, end: from + 9, text: '' }, { start: from + found.length - 3, end: from + found.length, text: '' });
        } else if (found.startsWith('<!--')) edits.push({ start: from, end: from + found.length, text: ' ' });
        else if (found.startsWith('&')) edits.push({ start: from, end: from + found.length, text: entities[found] ?? found });
        else {
          edits.push({ start: from, end: from + found.length, text: ' ' });
          dynamic ??= `<${/\w+/.exec(found)?.[0] ?? ''}> decides what is sent`;
        }
      }
      return { start, end: start + body.length, edits, name: namespace === '' ? id : `${namespace}.${id}`, reserved: '<>&', dynamic };
    },
  );
}
