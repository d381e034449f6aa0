const units: Readonly<Record<string, number>> = { ns: 1e-6, µs: 1e-3, us: 1e-3, ms: 1, s: 1000, m: 60_000 };

/** Milliseconds of a number with its unit, as Go and Rust print them; `null` without either. */
export function toMilliseconds(number: string | undefined, unit: string | undefined): number | null {
  const factor = units[unit ?? ''];
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}
