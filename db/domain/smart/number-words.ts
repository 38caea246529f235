import { NUMBER_WORDS } from '../search/query-grammar.ts';

/* Numbers as shoppers say them: 'twenty five', 'two and a half grand'. */

const SMALL = [
  ...NUMBER_WORDS,
  ...'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' '),
];
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const LARGE: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, grand: 1000 };
const VALUES: Readonly<Record<string, number>> = {
  half: 0.5,
  ...Object.fromEntries(SMALL.map((word, nth) => [word, nth + 1])),
  ...Object.fromEntries(TENS.map((word, nth) => [word, 10 * (nth + 2)])),
};
const WORD = String.raw`(?:\d+(?:\.\d+)?(?=[ -](?:and a half )?(?:hundred|thousand|grand))|${[...Object.keys(VALUES), ...Object.keys(LARGE)].join('|')})`;
const RUN = new RegExp(String.raw`\b(?:a )?${WORD}(?:(?:[\s-]|\sand\s)(?:a )?${WORD})*\b`, 'gi');
const WORDS = new RegExp(WORD, 'g');
/** Smaller ones are counts, which needs read as words. */
const LEAST = 20;

/** A text with its larger numbers in digits: 'twenty five dollars' → '25 dollars', 'a grand' → '$1000'. */
export function withDigits(text: string): string {
  return text.replace(RUN, (run) => {
    const words: string[] = run.toLowerCase().match(WORDS) ?? [];
    let [sum, part] = [0, 0];
    for (const word of words) {
      const large = LARGE[word];
      if (large === undefined) part += VALUES[word] ?? Number(word);
      else if (large === 100) part = (part || 1) * large;
      else [sum, part] = [sum + (part || 1) * large, 0];
    }
    const number = `${words.includes('grand') ? '$' : ''}${sum + part}`;
    return sum + part < LEAST ? run : number;
  });
}
