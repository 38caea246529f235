/* The answer of a priced docket: its lines as understood, the plan shop by shop, and the cost of other choices. */
import { z } from 'zod';
import type { LineOffer, lineOffers } from '#db/queries/docket/line-offers.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import type { DocketLine } from '#domain/docket/docket-lines.ts';
import { type DocketOption, lineOptions, type RequestedSize } from '#domain/docket/line-options.ts';
import {
  cheapestPlans,
  comparedWith,
  type DocketPlan,
  type GettingHome,
  singleShops,
} from '#domain/docket/split.ts';
import { type Cents, cents, dollars } from '#domain/money.ts';
import { contentText } from '#domain/pack/content-text.ts';
import { unitPriceOf } from '#domain/pack/unit-price.ts';
import { productPath } from '#domain/public-path.ts';
import { type DeliveryCost, deliveryOf } from '#domain/retailers/delivered-price.ts';
import type { DeliveryFact } from '#domain/retailers/retailer-facts.ts';

/** The most single shops compared with the plan. */
const MAX_SINGLES = 12;

const price = z.number().describe('Dollars');
const lineNumbers = z.array(z.number().int()).describe('Line indexes, from 0');
const shop = z.object({ slug: z.string(), name: z.string() });
const isFrom = z.boolean().describe('True if delivery may cost more: the least that it can be');
const sum = { total: price, isFrom, lacking: lineNumbers };
const delivery = z.object({ cost: price, isFrom });
const pick = z.object({
  line: z.number().int().describe('Index in `lines`, from 0'),
  productId: z.uuid(),
  offerId: z.uuid(),
  name: z.string(),
  path: z.string().describe('The product’s page'),
  url: z.string().describe('The offer at its shop'),
  packs: z.number().int(),
  price: price.describe('Dollars per pack'),
  cost: price,
  unitPrice: z.object({ price: z.string(), quantity: z.number(), unit: z.string() }).nullable(),
  isSubstitute: z.boolean().describe('True for a different pack size than the line states'),
  checkedAt: z.iso.datetime(),
});

export const linePricedAs = z
  .string()
  .nullable()
  .describe('What is priced where nothing matches the line: “milk” for “organic milk”');

/** The `data` of GET /docket. */
export const docketAnswer = z.object({
  lines: z.array(
    z.object({
      text: z.string(),
      query: z.string(),
      pricedAs: linePricedAs,
      size: z
        .object({ text: z.string(), isAssumed: z.boolean() })
        .nullable()
        .describe('The compared size; assumed if the line states none'),
      shops: z.number().int().describe('Shops that sell it; 0 if no price is known'),
    }),
  ),
  plan: z
    .object({
      shops: z.array(
        shop.extend({
          goods: price,
          delivery: delivery.nullable().describe('Null with trips'),
          picks: z.array(pick),
        }),
      ),
      goods: price,
      trips: price.describe('Dollars; 0 with delivery'),
      ...sum,
    })
    .nullable(),
  bySize: z
    .array(z.object({ shops: z.array(shop), ...sum }))
    .describe('The best plan with one shop, up to two and up to three shops'),
  singles: z.array(shop.extend(sum)).describe('Single shops, fewest missing lines first'),
  unknownDelivery: z
    .array(shop.extend({ goods: price, lacking: lineNumbers }))
    .describe('Shops left out, as their delivery is not known; fewest missing lines first'),
  saving: z
    .object({
      comparedWith: shop,
      lines: z.number().int(),
      theirs: price,
      ours: price,
      kept: z.number(),
    })
    .nullable()
    .describe('Saving against one shop on the lines that it sells, trips or delivery included'),
  refused: z.array(z.object({ productId: z.uuid(), name: z.string() })),
  isDemo: z.boolean(),
});

export type PricedDocket = z.infer<typeof docketAnswer>;

/** The shopper's settings for a docket. */
export interface DocketChoice {
  /** Cost of a trip to one more shop, or where goods are delivered and what shops state of it, by slug. */
  home: Cents | { postcode: string | null; facts: ReadonlyMap<string, DeliveryFact | null> };
  /** 1 to 3. */
  maxShops: number;
  /** Ids of products to leave out. */
  refused: readonly string[];
  /** Slug of the shop to compare savings with; null for the cheapest shop with the most lines. */
  usual: string | null;
}

/** Prices a docket; `answers` holds the offers of each line, null for a line that names nothing. */
export function toPricedDocket(
  lines: readonly DocketLine[],
  answers: readonly (Awaited<ReturnType<typeof lineOffers>> | null)[],
  { refused, usual, home: choice, maxShops }: DocketChoice,
  siteUrl: string,
): PricedDocket {
  const all = answers.flatMap((answer) => answer?.offers ?? []);
  const names = new Map(all.map((offer) => [offer.shop, offer.shopName]));
  const named = (slug: string) => ({ slug, name: names.get(slug) ?? slug });
  const read = lines.map((line, nth) => {
    const { size, options } = lineOptions(line, answers[nth]?.offers ?? []);
    return { size, options: options.filter(({ offer }) => !refused.includes(offer.productId)) };
  });
  const found = read.map((line) => line.options);
  const home = gettingHome(choice);
  const options =
    typeof home === 'number'
      ? found
      : found.map((line) => line.filter((option) => mayBeDelivered(option, choice)));
  const bySize = cheapestPlans(options, home);
  const plan = bySize.findLast(({ shops }) => shops.length <= maxShops) ?? null;
  const singles = singleShops(options, home);
  const isOther = ({ shops: [slug] }: DocketPlan) =>
    plan?.shops.length !== 1 || slug !== plan.shops[0];
  const single =
    singles.find(({ shops: [slug] }) => slug === usual) ?? singles.find(isOther) ?? null;
  const saving = plan && single ? comparedWith(plan, single, home) : null;
  return {
    lines: lines.map(({ text, query }, nth) => ({
      text,
      query,
      pricedAs: answers[nth]?.pricedAs ?? null,
      size: sizeOf(read[nth]?.size ?? null),
      shops: new Set(found[nth]?.map(({ offer }) => offer.shop)).size,
    })),
    plan: plan && {
      shops: plan.shops.map((slug, nth) => ({
        ...named(slug),
        ...boughtAt(plan, slug, siteUrl),
        delivery: typeof home === 'number' ? null : deliveryAnswer(plan.gettingHome[nth]),
      })),
      goods: dollars(plan.goodsCents),
      trips: typeof home === 'number' ? (plan.shops.length * home) / 100 : 0,
      ...sumOf(plan),
    },
    bySize: bySize.map((one) => ({ shops: one.shops.map(named), ...sumOf(one) })),
    singles: singles.slice(0, MAX_SINGLES).map((one) => ({
      ...named(one.shops[0] ?? ''),
      ...sumOf(one),
    })),
    unknownDelivery: (typeof home === 'number' ? [] : singleShops(found, cents(0)))
      .filter(({ shops: [slug] }) => !singles.some(({ shops }) => shops[0] === slug))
      .slice(0, MAX_SINGLES)
      .map((one) => ({
        ...named(one.shops[0] ?? ''),
        goods: dollars(one.goodsCents),
        lacking: lackingOf(one),
      })),
    saving: saving && {
      comparedWith: named(saving.shop),
      lines: saving.lines,
      theirs: dollars(saving.theirCents),
      ours: dollars(saving.ourCents),
      kept: saving.keptCents / 100,
    },
    refused: refused.flatMap((productId) => {
      const offer = all.find((one) => one.productId === productId);
      return offer ? { productId, name: offer.name } : [];
    }),
    isDemo: all.some(({ isDemo }) => isDemo),
  };
}

type Option = DocketOption<LineOffer>;

/** What it costs to get goods home by the shopper's choice. */
function gettingHome(choice: DocketChoice['home']): GettingHome<Option> {
  if (typeof choice === 'number') return choice;
  return (picks) => deliveryOf(picks.map(orderedGoods), factOf(picks[0], choice), choice.postcode);
}

/** True if the delivery of an option is known, or may be once the order reaches the shop's threshold. */
function mayBeDelivered(option: Option, choice: DocketChoice['home']): boolean {
  if (typeof choice === 'number') return true;
  const fact = factOf(option, choice);
  return (
    fact?.freeFromCents != null ||
    deliveryOf([orderedGoods(option)], fact, choice.postcode) !== null
  );
}

const orderedGoods = ({ costCents, offer }: Option) => {
  return { costCents, deliveryCents: offer.deliveryCents };
};

function factOf(option: Option | undefined, { facts }: Exclude<DocketChoice['home'], number>) {
  return facts.get(option?.offer.shop ?? '') ?? null;
}

function sumOf(plan: DocketPlan) {
  const isFrom = plan.gettingHome.some((cost) => cost.isFrom);
  return { total: dollars(plan.totalCents), isFrom, lacking: lackingOf(plan) };
}

function deliveryAnswer(cost: DeliveryCost | undefined) {
  return cost ? { cost: dollars(cost.cents), isFrom: cost.isFrom } : null;
}

function boughtAt(plan: DocketPlan<Option>, slug: string, siteUrl: string) {
  const picks = plan.picks.flatMap((one, line) => (one?.offer.shop === slug ? { one, line } : []));
  return {
    goods: picks.reduce((sum, { one }) => sum + one.costCents, 0) / 100,
    picks: picks.map(({ one: { offer, packs, costCents, isSubstitute }, line }) => ({
      line,
      productId: offer.productId,
      offerId: offer.offerId,
      name: offer.name,
      path: productPath(offer.productId, offer.name),
      url: publicDemoUrl(offer.url, siteUrl),
      packs,
      price: dollars(offer.priceCents),
      cost: dollars(costCents),
      unitPrice: unitPriceOf(offer.priceCents, offer.pack),
      isSubstitute,
      checkedAt: offer.seenAt.toISOString(),
    })),
  };
}

function lackingOf({ picks }: DocketPlan): number[] {
  return picks.flatMap((one, line) => (one ? [] : line));
}

/** '2 L', '375 g', '24 pieces'. */
function sizeOf(size: RequestedSize | null) {
  if (!size) return null;
  const { amount, unit, isAssumed } = size;
  return { text: contentText({ count: 1, size: amount, unit, total: amount }), isAssumed };
}
