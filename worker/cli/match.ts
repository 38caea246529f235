import { z } from 'zod';
import { compareTexts } from '../match/compare.ts';
import { productText } from '../match/product-text.ts';
import { answerJsonLines, type LineCommand } from './json-lines.ts';

/** A number from 0, or its text ('12.99'); any other value becomes null. */
const amount = z.preprocess((value) => {
  const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}, z.number().nullable());
const text = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string().nullish(),
);

const product = z.object({
  name: z.string(),
  brand: text,
  model: text,
  description: text,
  category: text,
  price: amount,
  quantity: amount,
  gtin: text,
});
const pairLine = z.object({ left: product, right: product });

/** `npm run cli match`: reads `{"left": {"name", "brand"?, …}, "right": {…}}` lines, writes `{"same", "confidence", "because"}`. */
export const matchCommand: LineCommand = (input, write) =>
  answerJsonLines(input, write, {
    schema: pairLine,
    bad: (error) => ({ same: false, confidence: 0, because: [], error }),
    answer({ left, right }) {
      const { same, confidence, because } = compareTexts(productText(left), productText(right));
      return { same, confidence, because };
    },
  });
