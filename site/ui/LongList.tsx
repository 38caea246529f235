import type { ReactNode } from 'react';
import { counted } from '#domain/text/counted.ts';

const SHOWN = 12;

interface LongListProps<Item> {
  items: readonly Item[];
  /** What one item is: "drop". */
  noun: string;
  /** How many come before the fold. */
  shown?: number | undefined;
  /** Renders a part of the items; `start` is the number of its first one. */
  children(part: readonly Item[], start: number): ReactNode;
}

/** The first items, and the others folded below, so that a phone shows the page in a few screens. */
export function LongList<Item>({ items, noun, shown = SHOWN, children }: LongListProps<Item>) {
  const others = items.slice(shown);
  return (
    <>
      {children(items.slice(0, shown), 1)}
      {others.length > 0 && (
        <details>
          <summary>{counted(others.length, `more ${noun}`)}</summary>
          {children(others, shown + 1)}
        </details>
      )}
    </>
  );
}
