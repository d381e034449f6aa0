/** Characters that would move the cursor, send a command to the terminal, or turn the direction of the text around it. */
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Text of a user's that a terminal shows and does not obey. ASCII controls become their pictures (`␛`), others `�`; each stays one UTF-16 unit. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}

/** The same on one line, runs of white space drawn together. */
export function printableLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}
