import { z } from 'zod';
import type { UnitPrice } from '#domain/offers/page-reading.ts';
import { parsePriceText } from '#domain/price-text/price-text.ts';
import { answerJsonLines, type LineCommand } from './json-lines.ts';

const priceLine = z.object({ text: z.string(), currencyHint: z.string().nullish() });

/** The unit as price tags print it: lower case, and 'ea'. */
function asPrinted({ price, quantity, unit }: UnitPrice): UnitPrice {
  return { price, quantity, unit: unit === 'each' ? 'ea' : unit.toLowerCase() };
}

/** `npm run cli parse-price`: reads `{"text", "currencyHint"?}` lines, writes `{"amount", "currency", "unitPrice"}`. */
export const parsePriceCommand: LineCommand = (input, write) =>
  answerJsonLines(input, write, {
    schema: priceLine,
    bad: (error) => ({ amount: null, currency: null, unitPrice: null, error }),
    answer: ({ text, currencyHint }) => {
      const { amount, currency, unitPrice } = parsePriceText(text, currencyHint);
      return { amount, currency, unitPrice: unitPrice && asPrinted(unitPrice) };
    },
  });
