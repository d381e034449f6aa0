/** A statement as the page shows it: without what says nothing of its keys. */
export function showSql(sql: string): string {
  return sql
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim()
    .replace(/"(\w+)"/g, '$1')
    .replace(/\bpublic\./g, '')
    .replace(/'[^']{8,}'/g, "'…'")
    .replace(/^(select) .{20,}? (from)\b/i, '$1 … $2')
    .replace(/json_build_array\([^)]*\)/, 'json_build_array(…)')
    .replace(/\b(returning) .{20,}$/i, '$1 …');
}
