/** A length of time as PostgreSQL keeps intervals: months and days differ in length. */
export interface Period {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}
