/** The operator of a comparison of order, by what it is when the two sides change places. */
export const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
