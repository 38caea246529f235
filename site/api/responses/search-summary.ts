import { z } from 'zod';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import { productPath } from '#domain/public-path.ts';
import type { Summary } from '#domain/search/summary.ts';

const productLink = z.object({ name: z.string(), path: z.string() });
/** The figures of a search in its answer; prices in dollars. */
export const searchSummary = z
  .object({
    products: z.number().int(),
    prices: z
      .number()
      .int()
      .describe('Prices that can be paid now; if there are none, those that shops list'),
    best: productLink.extend({ price: z.number(), retailer: z.string() }).nullable(),
    average: z.number().nullable(),
    highest: z.number().nullable(),
    saving: z
      .object({ amount: z.number(), of: productLink.nullable() })
      .nullable()
      .describe(
        'The best price below the average; `of`: between goods that cannot be compared, the range of prices of this product',
      ),
  })
  .describe('Figures over the same products as the facets, in every order and on every page');

/** Converts a summary; `names` has those of its products, by id. */
export function toSearchSummary(
  { products, prices, best, averageCents, highestCents, saving }: Summary,
  names: ReadonlyMap<string, string>,
): z.infer<typeof searchSummary> {
  const linkTo = (id: string) => {
    const name = names.get(id) ?? '';
    return { name, path: productPath(id, name) };
  };
  return {
    products,
    prices,
    best: best && {
      ...linkTo(best.productId),
      price: dollars(best.priceCents),
      retailer: best.shop,
    },
    average: dollarsOrNull(averageCents),
    highest: dollarsOrNull(highestCents),
    saving: saving && {
      amount: dollars(saving.cents),
      of: saving.productId === null ? null : linkTo(saving.productId),
    },
  };
}
