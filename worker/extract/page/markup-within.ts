import { isNode } from '../values/nodes.ts';

/** Shorter pieces are labels with a link in them. */
const SHORTEST_CHARS = 100;
const STEPS_LIMIT = 5_000;
const LINKED = /<a\s[^<>]*href/i;

/** The markup that an answer in JSON carries, `{ "html": "<li>…" }`, in one text; '' where it carries none. */
export function markupWithin(json: unknown): string {
  const found: string[] = [];
  const queue: unknown[] = [json];
  for (let index = 0; index < queue.length && index < STEPS_LIMIT; index += 1) {
    const value = queue[index];
    if (typeof value === 'string') {
      if (value.length >= SHORTEST_CHARS && LINKED.test(value)) found.push(value);
    } else if (Array.isArray(value)) queue.push(...value.slice(0, STEPS_LIMIT));
    else if (isNode(value)) queue.push(...Object.values(value));
  }
  return found.join('\n');
}
