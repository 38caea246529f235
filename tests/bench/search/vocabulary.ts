import { createRandom } from './random.ts';

/** Words that names are made of, each kind with its most usual first. */
export interface Vocabulary {
  brands: string[];
  types: string[];
  lines: string[];
  traits: string[];
  categories: string[];
}

const ONSETS = 'b br c cl cr d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t tr v w z'.split(
  ' ',
);
const VOWELS = 'a e i o u ai ea oo ou'.split(' ');
const ENDS = ['', '', '', 'l', 'n', 'r', 's', 't', 'x', 'ck'];

/** 2,000 brands, 500 types, 20,000 lines, 120 traits (colours, sizes), 40 categories; always the same. */
export function createVocabulary(): Vocabulary {
  const random = createRandom(7);
  const used = new Set<string>();
  const oneOf = (parts: readonly string[]) => parts[Math.floor(random() * parts.length)] ?? '';
  const word = (): string => {
    const length = 2 + Math.floor(random() * 1.7);
    const syllables = Array.from({ length }, () => oneOf(ONSETS) + oneOf(VOWELS) + oneOf(ENDS));
    const text = syllables.join('');
    if (used.has(text) || text.length < 5) return word();
    used.add(text);
    return text;
  };
  const words = (count: number) => Array.from({ length: count }, word);
  return {
    brands: words(2_000),
    types: words(500),
    lines: words(20_000),
    traits: words(120),
    categories: words(40),
  };
}
