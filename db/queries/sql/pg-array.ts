/** A Postgres array literal ('{"a",1,NULL}'): far cheaper to read for the server than JSON. */
export function pgArray(values: readonly (string | number | null)[]): string {
  return `{${values.map(elementOf).join(',')}}`;
}

function elementOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? 'NULL' : String(value);
  const isPlain = !value.includes('"') && !value.includes('\\');
  return isPlain ? `"${value}"` : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
