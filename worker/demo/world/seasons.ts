/* The sales that Australian shoppers know. Midnight is Brisbane's (UTC+10, no daylight saving): a sale begins at one instant. */
import { DAY_MS, HOUR_MS, WEEK_MS } from '#domain/time.ts';

const BRISBANE_MS = 10 * HOUR_MS;

/** A sale: from its first instant to the first instant after it. */
export interface Season {
  name: string;
  from: number;
  to: number;
  /** Share of a shop's goods on sale, 0–1, and how far prices come down at most. */
  share: number;
  depth: number;
}

function midnight(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) - BRISBANE_MS;
}

/** The Friday after the fourth Thursday of November. */
function blackFriday(year: number): number {
  const firstWeekday = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return midnight(year, 11, 1 + ((11 - firstWeekday) % 7) + 22);
}

function seasonsOf(year: number): Season[] {
  const friday = blackFriday(year);
  const sales: [name: string, from: number, days: number, share: number, depth: number][] = [
    ['Back to School', midnight(year, 1, 14), 17, 0.12, 0.2],
    ['Autumn Sale', midnight(year, 4, 3), 5, 0.12, 0.2],
    ['EOFY Sale', midnight(year, 6, 12), 19, 0.3, 0.28],
    ['Spring Sale', midnight(year, 9, 10), 6, 0.1, 0.2],
    ['Black Friday', friday - 4 * DAY_MS, 8, 0.4, 0.35],
    ['Boxing Day', midnight(year, 12, 26), 9, 0.35, 0.32],
  ];
  return sales.map(([name, from, days, share, depth]) => {
    return { name, from, to: from + days * DAY_MS, share, depth };
  });
}

const cache = new Map<number, Season[]>();

/** All sales that touch the UTC year, in order. */
export function seasonsAround(year: number): readonly Season[] {
  const known = cache.get(year);
  if (known) return known;
  const seasons = [...seasonsOf(year - 1).slice(-1), ...seasonsOf(year)];
  cache.set(year, seasons);
  return seasons;
}

/** The sale that is on, or null. */
export function seasonAt(at: number): Season | null {
  const year = new Date(at).getUTCFullYear();
  return seasonsAround(year).find((season) => season.from <= at && at < season.to) ?? null;
}

/** A Wednesday at midnight: supermarkets change their specials then. */
const A_WEDNESDAY = midnight(2025, 1, 1);

/** Number of the specials week and its first instant. */
export function specialsWeek(at: number): { week: number; from: number } {
  const week = Math.floor((at - A_WEDNESDAY) / WEEK_MS);
  return { week, from: A_WEDNESDAY + week * WEEK_MS };
}
