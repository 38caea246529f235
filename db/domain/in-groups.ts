/** The items in their order, `size` at a time; the last group may be smaller. */
export function* inGroups<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
