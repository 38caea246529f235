import type { RetailerProfile } from '#db/queries/retailers/retailers.ts';
import { tableRows } from '#db/runtime/table-rows.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { seedOf } from './seeded.ts';

/** How product pages state their data; extraction reads each style differently. */
export const PAGE_STYLES = [
  'json-ld',
  'product-group',
  'microdata',
  'rdfa',
  'opengraph',
  'next-data',
  'json-api',
  'css-only',
  'script',
] as const;
export type PageStyle = (typeof PAGE_STYLES)[number];

/** weekly: specials from Wednesday; campaign: sales of one to two weeks; lively: also deals of a few hours. */
export type Rhythm = 'weekly' | 'campaign' | 'steady' | 'lively';
/** The ending of its prices: 4.50 · 1,299.00 · 49.95 · 12.89. */
export type Ending = 'grocery' | 'round' | 'ninety-five' | 'eighty-nine';
/**
 * Truth of the "was" price. honest: was charged; inflated: sometimes never charged; raised: increased before the sale; always: permanently
 * on special; silent: no "was".
 */
export type Honesty = 'honest' | 'inflated' | 'raised' | 'always' | 'silent';

/** A demo shop: its row of the retailer table and how it behaves. */
export interface DemoShop extends RetailerProfile {
  seed: number;
  pageStyle: PageStyle;
  titleStyle: number;
  /** Price level relative to the catalogue: 0.95 is 5 % cheaper. */
  level: number;
  rhythm: Rhythm;
  ending: Ending;
  honesty: Honesty;
  traits: ReadonlySet<string>;
  /** Share of each department's or category's lines that it sells, 0–1. */
  range: ReadonlyMap<string, number>;
}

/*
 * shops.txt: slug | page style | title style | price level | rhythm, ending, honesty | traits | range
 * Traits: members (a members' price), sellers (other sellers' offers on its pages), instalments, multibuy,
 * open-box (a cheaper returned item on the page), split (dollars and cents in separate elements), crawl-delay,
 * refuses-clearance (robots.txt closes /clearance). Traits of real shop software: other-links (lists link to other addresses than the
 * canonical one), bare-tiles (lists do not state stock), menu (only the menu links to the aisles), linked-pictures (a small picture links to
 * the large one), list-state (a script on a list holds its products).
 */
function readRow(row: string[]): DemoShop {
  const [slug, pageStyle, titleStyle, level, manners = '', traits = '', ranges = ''] = row;
  const retailer = DEMO_RETAILERS.find((candidate) => candidate.slug === slug);
  if (!retailer)
    throw new OperatorError(`demo shop ${slug} has no row in db/seed/demo-retailers.txt`);
  const [rhythm, ending, honesty] = manners.split(' ');
  const range = ranges.split(' ').map((part): [string, number] => {
    const [name = '', share] = part.split(':');
    return [name, Number(share)];
  });
  return {
    ...retailer,
    seed: seedOf(retailer.slug),
    pageStyle: pageStyle as PageStyle,
    titleStyle: Number(titleStyle),
    level: Number(level),
    rhythm: rhythm as Rhythm,
    ending: ending as Ending,
    honesty: honesty as Honesty,
    traits: new Set(traits.split(' ').filter(Boolean)),
    range: new Map(range),
  };
}

/** The demo shops with their behaviour; throws OperatorError when a row matches no retailer. */
export const DEMO_SHOPS: readonly DemoShop[] = tableRows(new URL('shops.txt', import.meta.url)).map(
  readRow,
);
