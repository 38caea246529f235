import type { Drop } from '#site/server/public-pages/drops.ts';
import type { PublicPages } from '#site/server/public-pages/public-pages.ts';
import { CARDS } from './CheaperNow.tsx';
import type { BestDrop } from './Docket.tsx';

/** The steepest drop with its product; null without one. */
export async function bestDrop(pages: PublicPages): Promise<BestDrop | null> {
  const [drop] = await steepest(pages);
  const page = drop && (await pages.product(drop.path.split('/').at(-1) ?? ''));
  return drop && page ? { drop, detail: page.detail } : null;
}

/** The steepest drop of each category but the best of all, so that groceries do not fill the list. */
export async function furtherDrops(pages: PublicPages): Promise<Drop[]> {
  const further = (await steepest(pages)).slice(1);
  return [...Map.groupBy(further, ({ category }) => category).values()]
    .flatMap((group) => group.slice(0, 1))
    .slice(0, CARDS);
}

async function steepest(pages: PublicPages): Promise<Drop[]> {
  return (await pages.drops()).toSorted((a, b) => b.fallPercent - a.fallPercent);
}
