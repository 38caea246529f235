/* What a priced docket answers: each line with what was understood, the plan shop by shop, and what other choices would cost. */
import { z } from 'zod';
import type { LineOffer } from '#db/queries/docket/line-offers.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import type { DocketLine } from '#domain/docket/docket-lines.ts';
import { type DocketOption, lineOptions, type RequestedSize } from '#domain/docket/line-options.ts';
import { cheapestPlans, comparedWith, type DocketPlan, singleShops } from '#domain/docket/split.ts';
import { type Cents, dollars } from '#domain/money.ts';
import { contentText } from '#domain/pack/content-text.ts';
import { unitPriceOf } from '#domain/pack/unit-price.ts';
import { productPath } from '#domain/public-path.ts';

/** Shops by themselves that are compared with the plan. */
const MOST_SINGLES = 12;

const price = z.number().describe('Dollars');
const lineNumbers = z.array(z.number().int()).describe('Places of lines, from 0');
const shop = z.object({ slug: z.string(), name: z.string() });
const pick = z.object({
  line: z.number().int().describe('Its place in `lines`, from 0'),
  productId: z.uuid(),
  offerId: z.uuid(),
  name: z.string(),
  path: z.string().describe('The product’s page'),
  url: z.string().describe('The offer at its shop'),
  packs: z.number().int(),
  price: price.describe('Dollars, one pack'),
  cost: price,
  unitPrice: z.object({ price: z.string(), quantity: z.number(), unit: z.string() }).nullable(),
  isSubstitute: z.boolean().describe('Another pack than the line asks for'),
  checkedAt: z.iso.datetime(),
});

/** The `data` of GET /docket. */
export const docketAnswer = z.object({
  lines: z.array(
    z.object({
      text: z.string(),
      query: z.string(),
      size: z
        .object({ text: z.string(), isAssumed: z.boolean() })
        .nullable()
        .describe('What was compared; assumed where the line states none'),
      shops: z.number().int().describe('Shops that have it; 0: no price is known'),
    }),
  ),
  plan: z
    .object({
      shops: z.array(shop.extend({ goods: price, picks: z.array(pick) })),
      goods: price,
      trips: price,
      total: price,
      lacking: lineNumbers,
    })
    .nullable(),
  bySize: z
    .array(z.object({ shops: z.array(shop), total: price, lacking: lineNumbers }))
    .describe('The best choice of one shop, of up to two and of up to three'),
  singles: z
    .array(shop.extend({ total: price, lacking: lineNumbers }))
    .describe('Each shop by itself, those that lack fewest lines first'),
  saving: z
    .object({
      comparedWith: shop,
      lines: z.number().int(),
      theirs: price,
      ours: price,
      kept: z.number(),
    })
    .nullable()
    .describe('Against one shop, on the lines that it has, all trips counted'),
  refused: z.array(z.object({ productId: z.uuid(), name: z.string() })),
  isDemo: z.boolean(),
});

export type PricedDocket = z.infer<typeof docketAnswer>;

export interface DocketChoice {
  /** What a trip to one more shop is worth. */
  tripCents: Cents;
  /** 1 to 3. */
  maxShops: number;
  /** Ids of products that shall not be in it. */
  refused: readonly string[];
  /** The slug of the shop that savings are measured against; null: the cheapest shop that has most lines. */
  usual: string | null;
}

/** Prices a docket; `offers` are those of each line. */
export function toPricedDocket(
  lines: readonly DocketLine[],
  offers: readonly (readonly LineOffer[])[],
  { refused, usual, tripCents, maxShops }: DocketChoice,
  siteUrl: string,
): PricedDocket {
  const all = offers.flat();
  const names = new Map(all.map((offer) => [offer.shop, offer.shopName]));
  const named = (slug: string) => ({ slug, name: names.get(slug) ?? slug });
  const read = lines.map((line, nth) => {
    const { size, options } = lineOptions(line, offers[nth] ?? []);
    return { size, options: options.filter(({ offer }) => !refused.includes(offer.productId)) };
  });
  const options = read.map((line) => line.options);
  const bySize = cheapestPlans(options, tripCents);
  const plan = bySize[maxShops - 1] ?? null;
  const singles = singleShops(options, tripCents);
  const isOther = ({ shops: [slug] }: DocketPlan) =>
    plan?.shops.length !== 1 || slug !== plan.shops[0];
  const single =
    singles.find(({ shops: [slug] }) => slug === usual) ?? singles.find(isOther) ?? null;
  const saving = plan && single ? comparedWith(plan, single, tripCents) : null;
  return {
    lines: lines.map(({ text, query }, nth) => ({
      text,
      query,
      size: sizeOf(read[nth]?.size ?? null),
      shops: new Set(options[nth]?.map(({ offer }) => offer.shop)).size,
    })),
    plan: plan && {
      shops: plan.shops.map((slug) => ({
        ...named(slug),
        ...boughtAt(plan, slug, siteUrl),
      })),
      goods: dollars(plan.goodsCents),
      trips: (plan.shops.length * tripCents) / 100,
      total: dollars(plan.totalCents),
      lacking: lackingOf(plan),
    },
    bySize: bySize.map((choice) => ({
      shops: choice.shops.map(named),
      total: dollars(choice.totalCents),
      lacking: lackingOf(choice),
    })),
    singles: singles.slice(0, MOST_SINGLES).map((one) => ({
      ...named(one.shops[0] ?? ''),
      total: dollars(one.totalCents),
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

function boughtAt(plan: DocketPlan<DocketOption<LineOffer>>, slug: string, siteUrl: string) {
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
