/** The text with a space in place of each character but line feeds, so that the places behind it stay. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
