import { z } from 'zod';
import { productText } from '../match/product-text.ts';
import { scoredAnswer, wordCounts } from '../match/score.ts';
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
  price: amount,
  quantity: amount,
  gtin: text,
});
const pairLine = z.object({ left: product, right: product });

/**
 * `npm run cli match`: reads `{"left": {"name", "brand"?, …}, "right": {…}}` lines, writes `{"answer", "same", "confidence", "because"}`. The
 * names that arrive together show which words are rare.
 */
export const matchCommand: LineCommand = (input, write) => {
  const counts = wordCounts();
  return answerJsonLines(input, write, {
    schema: pairLine,
    bad: (error) => ({ answer: 'unsure', same: false, confidence: 0, because: [], error }),
    prepare({ left, right }) {
      counts.add(productText(left));
      counts.add(productText(right));
    },
    answer: ({ left, right }) => scoredAnswer(productText(left), productText(right), counts.rarity),
  });
};
