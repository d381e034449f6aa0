const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07', e: '\x1b', 0: '\0' };

/** The text of a string literal with the escapes that C's family of languages shares. */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|U([0-9a-f]{8})|x([0-9a-f]{2})|([\s\S]))/gi,
    (_, ...groups: readonly (string | undefined)[]) => {
      const code = groups.slice(0, 4).find((group) => group !== undefined);
      if (code === undefined) return named[groups[4] ?? ''] ?? groups[4] ?? '';
      const point = Number.parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
    },
  );
}
