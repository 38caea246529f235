import { LRUCache } from 'lru-cache';
import { DAY_MS, HOUR_MS, WEEK_MS } from '#domain/time.ts';
import { chance } from './seeded.ts';
import type { DemoShop } from './shops.ts';

/** How long a "raised" shop charges more before it calls the old price a special. */
const RAISED_FOR_MS = 12 * DAY_MS;

const CAMPAIGN: Recurrence = {
  question: 100,
  epochMs: 28 * DAY_MS,
  probability: 0.24,
  startMs: [RAISED_FOR_MS, 17 * DAY_MS],
  lengthMs: [4 * DAY_MS, 10 * DAY_MS],
};

/** Deals of a few hours, so that some price changes every hour. */
const FLASH: Recurrence = {
  question: 120,
  epochMs: 6 * DAY_MS,
  probability: 0.5,
  startMs: [0, 5 * DAY_MS],
  lengthMs: [2 * HOUR_MS, 9 * HOUR_MS],
};
const SHARE_WITH_FLASHES = 0.12;

const WEEKLY_PROBABILITY = 0.24;
const HALF_PRICE_SHARE = 0.35;
/** Share of goods with specials at regular intervals, as supermarkets agree with makers; others are on special at random. */
const IN_TURN_SHARE = 0.4;
/** Weeks between regular specials; LATE_SHARE of them start a week late. */
const TURN_WEEKS = { least: 3, kinds: 6 };
const LATE_SHARE = 0.12;

/** A reduction; `off` 0.2 is 20 %. `half` is exactly half price. */
export interface Deal {
  off: number;
  half: boolean;
}

const hasCampaigns = ({ rhythm }: DemoShop): boolean =>
  rhythm === 'campaign' || rhythm === 'lively';
const hasFlashes = ({ rhythm }: DemoShop, seed: number): boolean =>
  rhythm === 'lively' && chance(seed, 51) < SHARE_WITH_FLASHES;
const isOn = (stretch: Stretch | null, at: number): stretch is Stretch =>
  stretch !== null && stretch.from <= at && at < stretch.to;

function weeklyDeal(seed: number, at: number): Deal | null {
  const { week } = specialsWeek(at);
  const isOnSpecial =
    chance(seed, 57) < IN_TURN_SHARE
      ? isTurn(seed, week)
      : chance(seed, 52, week) < WEEKLY_PROBABILITY;
  if (!isOnSpecial) return null;
  const half = chance(seed, 53, week) < HALF_PRICE_SHARE;
  return { half, off: half ? 0.5 : 0.15 + chance(seed, 54, week) * 0.25 };
}

function isTurn(seed: number, week: number): boolean {
  const weeks = TURN_WEEKS.least + Math.floor(chance(seed, 58) * TURN_WEEKS.kinds);
  const counted = week + Math.floor(chance(seed, 59) * weeks);
  const turn = Math.floor(counted / weeks);
  return counted - turn * weeks === (chance(seed, 60, turn) < LATE_SHARE ? 1 : 0);
}

function seasonDeal(shop: DemoShop, seed: number, at: number): Deal | null {
  const season = seasonAt(at);
  if (!season || shop.rhythm === 'weekly') return null;
  const share = season.share * (shop.rhythm === 'steady' ? 0.4 : 1);
  if (chance(seed, 55, season.from / DAY_MS) >= share) return null;
  return {
    half: false,
    off: season.depth * (0.35 + chance(seed, 56, season.from / DAY_MS) * 0.65),
  };
}

/** The best current deal, or null. */
export function dealAt(shop: DemoShop, seed: number, at: number): Deal | null {
  const deals: (Deal | null)[] = [seasonDeal(shop, seed, at)];
  if (shop.rhythm === 'weekly') deals.push(weeklyDeal(seed, at));
  if (hasCampaigns(shop)) {
    const campaign = stretchAround(seed, CAMPAIGN, at);
    if (isOn(campaign, at)) deals.push({ half: false, off: 0.08 + campaign.draw * 0.22 });
  }
  if (hasFlashes(shop, seed)) {
    const flash = stretchAround(seed, FLASH, at);
    if (isOn(flash, at)) deals.push({ half: false, off: 0.1 + flash.draw * 0.18 });
  }
  return deals.reduce((best, deal) => (deal && (!best || deal.off > best.off) ? deal : best), null);
}

/** True in the days before a campaign, when a "raised" shop charges more. */
export function isRaised(shop: DemoShop, seed: number, at: number): boolean {
  if (shop.honesty !== 'raised') return false;
  const campaign = stretchAround(seed, CAMPAIGN, at);
  return campaign !== null && campaign.from - RAISED_FOR_MS <= at && at < campaign.from;
}

/** True during the campaign that follows a raised price. */
export function isRaisedSale(shop: DemoShop, seed: number, at: number): boolean {
  return shop.honesty === 'raised' && isOn(stretchAround(seed, CAMPAIGN, at), at);
}

/** The instants around (from, to] at which a deal may begin or end. */
export function dealTurns(shop: DemoShop, seed: number, from: number, to: number): number[] {
  const turns: number[] = [];
  const lastYear = new Date(to).getUTCFullYear();
  for (let year = new Date(from).getUTCFullYear(); year <= lastYear; year += 1) {
    for (const season of seasonsAround.memo(year)) turns.push(season.from, season.to);
  }
  if (shop.rhythm === 'weekly') {
    for (let at = specialsWeek(from).from; at <= to; at += WEEK_MS) turns.push(at);
  }
  const stretches = [
    ...(hasCampaigns(shop) ? stretchesBetween(seed, CAMPAIGN, from, to) : []),
    ...(hasFlashes(shop, seed) ? stretchesBetween(seed, FLASH, from, to) : []),
  ];
  for (const stretch of stretches) turns.push(stretch.from, stretch.to);
  if (shop.honesty === 'raised') {
    turns.push(...stretches.map((stretch) => stretch.from - RAISED_FOR_MS));
  }
  return turns;
}

/* Annual Australian sales. They start at midnight in Brisbane (UTC+10, no daylight saving). */

const BRISBANE_MS = 10 * HOUR_MS;

/** A sale: from its first instant to the first instant after it. */
interface Season {
  name: string;
  from: number;
  to: number;
  /** Share of a shop's goods on sale, and the maximum reduction, 0–1. */
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

/** All sales that overlap the UTC year, in order. */
const seasonsAround = new LRUCache<number, readonly Season[]>({
  max: 50,
  memoMethod: (year) => [...seasonsOf(year - 1).slice(-1), ...seasonsOf(year)],
});

/** The current sale, or null. */
export function seasonAt(at: number): Season | null {
  const year = new Date(at).getUTCFullYear();
  return seasonsAround.memo(year).find((season) => season.from <= at && at < season.to) ?? null;
}

/** A Wednesday at midnight, when supermarkets change their specials. */
const A_WEDNESDAY = midnight(2025, 1, 1);

/** Number of the specials week and its first instant. */
function specialsWeek(at: number): { week: number; from: number } {
  const week = Math.floor((at - A_WEDNESDAY) / WEEK_MS);
  return { week, from: A_WEDNESDAY + week * WEEK_MS };
}

/** Randomly recurring periods: at most one per epoch, never past its end. */
export interface Recurrence {
  /** Distinguishes this recurrence from others with the same seed. */
  question: number;
  epochMs: number;
  probability: number;
  /** Earliest and latest start after the epoch's, and least and greatest length. */
  startMs: readonly [number, number];
  lengthMs: readonly [number, number];
}

/** One stretch; `draw` is its own random fraction, 0–1. */
export interface Stretch {
  from: number;
  to: number;
  draw: number;
}

const between = ([least, most]: readonly [number, number], draw: number): number =>
  least + (most - least) * draw;

/** Prices change on whole minutes, the resolution of the price history. */
const wholeMinute = (at: number): number => Math.ceil(at / 60_000) * 60_000;

function epochOf(seed: number, { epochMs, question }: Recurrence, at: number): number {
  return Math.floor(at / epochMs + chance(seed, question));
}

function stretchOf(seed: number, rule: Recurrence, epoch: number): Stretch | null {
  const { question, epochMs, probability } = rule;
  if (chance(seed, question + 1, epoch) >= probability) return null;
  const began = (epoch - chance(seed, question)) * epochMs;
  const from = wholeMinute(began + between(rule.startMs, chance(seed, question + 2, epoch)));
  const length = between(rule.lengthMs, chance(seed, question + 3, epoch));
  return { from, to: wholeMinute(from + length), draw: chance(seed, question + 4, epoch) };
}

/** The stretch in the epoch of `at`, whether past, current or future; null if the epoch has none. */
export function stretchAround(seed: number, rule: Recurrence, at: number): Stretch | null {
  return stretchOf(seed, rule, epochOf(seed, rule, at));
}

/** All stretches of the epochs between two instants. */
export function stretchesBetween(seed: number, rule: Recurrence, from: number, to: number) {
  const stretches: Stretch[] = [];
  const last = epochOf(seed, rule, to);
  for (let epoch = epochOf(seed, rule, from); epoch <= last; epoch += 1) {
    const stretch = stretchOf(seed, rule, epoch);
    if (stretch) stretches.push(stretch);
  }
  return stretches;
}
