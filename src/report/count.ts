/** `1 statement`, `1,200 statements` */
export function count(amount: number, noun: string): string {
  return `${thousands(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

export function thousands(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
