/** A text where braces are no placeholders and brackets no link. */
export function toText(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replace(/\[(?=[^\]]*\]\()/g, '\\[');
}
