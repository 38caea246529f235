/** From this share of a category below its usual price, a price below it is nothing special. */
const MOST = 0.5;
/** Fewer products are no category in sale. */
const FEWEST = 10;

/** The products of a category with a usual price, and the shares, 0 to 1, by which some are below it, smallest first. */
interface Sales {
  judged: number;
  falls: readonly number[];
}

/** True while most of a category is below its usual price. */
function isSaleWeek({ judged, falls }: Sales): boolean {
  return judged >= FEWEST && falls.length > judged * MOST;
}

/** 'Sale week: 88% of headphones are below their usual price.'; null in other weeks. `goods` in the plural. */
export function saleWeekText(sales: Sales, goods: string): string | null {
  if (!isSaleWeek(sales)) return null;
  const percent = Math.round((sales.falls.length / sales.judged) * 100);
  return `Sale week: ${percent}% of ${goods} are below their usual price.`;
}

/** 'larger than 8 in 10 of its kind', of a fall from 0 to 1; null in other weeks, and for one that is larger than few. */
export function saleRankText(sales: Sales, fall: number): string | null {
  if (!isSaleWeek(sales)) return null;
  const smaller = sales.falls.filter((other) => other < fall).length;
  const tenths = Math.floor((smaller / sales.falls.length) * 10);
  return tenths > 0 ? `larger than ${tenths} in 10 of its kind` : null;
}
