import { createRandom } from './random.ts';

/** Words that names are made of, each kind with its most usual first. */
export interface Vocabulary {
  brands: string[];
  types: string[];
  lines: string[];
}

const SYLLABLES =
  'ba be bo bra bri ca ce co cra da de do dri fa fe fi flo ga ge go gra ha he ho ja jo ka ke ko kra la le li lo ma me mi mo na ne no pa pe pi pra ra re ri ro sa se si sta ta te ti tra va ve vi wa we za ze zo'.split(
    ' ',
  );

/** 400 brands, 300 types, 3,000 lines; always the same. */
export function createVocabulary(): Vocabulary {
  const random = createRandom(7);
  const used = new Set<string>();
  const word = (): string => {
    const length = 2 + Math.floor(random() * 3);
    const text = Array.from(
      { length },
      () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
    ).join('');
    if (used.has(text) || text.length < 5) return word();
    used.add(text);
    return text;
  };
  const words = (count: number) => Array.from({ length: count }, word);
  return { brands: words(400), types: words(300), lines: words(3_000) };
}
