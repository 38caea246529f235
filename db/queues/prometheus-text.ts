/** Joins Prometheus texts of the same metrics: each may have one HELP and one TYPE line, followed by all its samples. */
export function mergeMetrics(texts: readonly string[]): string {
  const headers = new Map<string, Set<string>>();
  const samples = new Map<string, string[]>();
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const header = /^# (?:HELP|TYPE) (\S+)/.exec(line);
    const name = header?.[1] ?? /^[a-zA-Z_:][\w:]*/.exec(line)?.[0];
    if (name === undefined) continue;
    if (header) headers.set(name, (headers.get(name) ?? new Set()).add(line));
    else samples.set(name, [...(samples.get(name) ?? []), line]);
  }
  const blocks = [...samples].flatMap(([name, lines]) => [...(headers.get(name) ?? []), ...lines]);
  return `${blocks.join('\n')}\n`;
}
