/** The day that a moment falls on in UTC, as ignores and entries of a baseline name their last: `2027-01-31`. */
export function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
