import { commonStart } from '#domain/text/common-start.ts';
import { type Comparison, compareTexts, inOneOrder } from './compare.ts';
import { isPlain, type Pair, PRICE_RATIO, priceRatio } from './pair.ts';
import { comparableText, MEASURE, type ProductText, wordsIn, YEAR } from './product-text.ts';
import scoring from './score.json' with { type: 'json' };
import { alignTokens, LIKELY_SPELLING } from './token-alignment.ts';
import { EDITIONS } from './vocabulary.ts';

/*
 * Scores pairs of free-text names that no rule settles, for `npm run cli match`. A score never links. `tests/bench/match-pairs.ts --fit`
 * writes the weights of score.json.
 */

/** How rare a word is, 0–1. */
export type Rarity = (word: string) => number;

/** Names from which their own counts weigh as much as the form of a word. */
const NAMES_FOR_COUNTS = 300;
/** Rarity by form: a model number, a figure, a word. */
const BY_FORM = { code: 0.9, figure: 0.7, word: 0.6 } as const;

/** Counts the words of the names given, so that rare ones weigh more. The form of a word stands in while the names are few. */
export function wordCounts() {
  const seen = new Set<string>();
  const names = new Map<string, number>();
  return {
    add({ goods: { name }, words }: ProductText): void {
      if (seen.has(name)) return;
      seen.add(name);
      for (const word of new Set(words)) names.set(word, (names.get(word) ?? 0) + 1);
    },
    rarity(word: string): number {
      const all = seen.size + 1;
      const counted = 1 - Math.log((names.get(word) ?? 0) + 1) / Math.log(all + 1);
      const form = /\d/.test(word) ? (/[a-z]/.test(word) ? 'code' : 'figure') : 'word';
      return (
        (seen.size * counted + NAMES_FOR_COUNTS * BY_FORM[form]) / (seen.size + NAMES_FOR_COUNTS)
      );
    },
  };
}

/** Makes a rare word prove more than two common ones. */
const SHARPNESS = 3;

/** What two names agree on and how they differ, each 0–1. The weights of score.json have the same names. */
export function evidenceOf(pair: Pair, rarity: Rarity) {
  const { left, right } = pair;
  const [ours, theirs] = [modelsOf(left), modelsOf(right)];
  const fitting = [...matching(ours, right, theirs), ...matching(theirs, left, ours)];
  const [a = [], b = []] = [ours, theirs].map((models) =>
    models.filter((model) => !fitting.includes(model)),
  );
  const isModel = (word: string) => ours.includes(word) || theirs.includes(word);
  const aligned = alignTokens(allWords(left), allWords(right), LIKELY_SPELLING);
  const byRarity = (words: readonly string[]) =>
    words
      .filter((word) => !isModel(word))
      .map(rarity)
      .sort((x, y) => y - x);
  const [rarest = 0, second = 0] = byRarity(aligned.shared);
  const [one = 0, other = 0] = [aligned.leftOver, aligned.rightOver].map((own) => byRarity(own)[0]);
  const isFigure = (word: string) => /^\d/.test(word) && !isModel(word);
  const ratio = priceRatio(pair);
  return {
    rarestShared: rarest ** SHARPNESS,
    secondShared: second ** SHARPNESS,
    ownWords: Math.min(one, other),
    sharedModel:
      Math.min(MODEL_LENGTH, Math.max(0, ...fitting.map(({ length }) => length))) / MODEL_LENGTH,
    ownModels: Number(a.length > 0 && b.length > 0),
    ownMakers: Number(areMakersApart(left, right)),
    ownFigures: Number([aligned.leftOver, aligned.rightOver].every((own) => own.some(isFigure))),
    ownEdition: Number(
      [...aligned.leftOver, ...aligned.rightOver].some((word) => EDITIONS.has(word)),
    ),
    exchange: Number(fitting.length === 0 && isExchange(left.words, right.words)),
    described: Math.max(described(left, right), described(right, left)),
    dearer: Number(ratio !== null && ratio < PRICE_RATIO.alone),
  };
}

export type Evidence = ReturnType<typeof evidenceOf>;

/** Characters from which a longer model number in common proves no more. */
const MODEL_LENGTH = 9;

const allWords = ({ brand, words }: ProductText) => [...new Set([...brand, ...words])];

/** The model numbers of a name, whole: 'lcs-twa5/b' is 'lcstwa5b'. */
function modelsOf({ goods: { name, model } }: ProductText): string[] {
  const text = comparableText(`${name} ${model ?? ''}`);
  const codes = (text.match(/[a-z\d]+(?:[-/.][a-z\d]+)*/g) ?? []).map((code) =>
    code.replace(/[-/.]/g, ''),
  );
  const isModel = (code: string) =>
    code.length >= 4 &&
    /\d/.test(code) &&
    !MEASURE.test(code) &&
    !YEAR.test(code) &&
    !/^\d{4}$|^\d+x\d+$/.test(code);
  return [...new Set(codes.filter(isModel))];
}

/** The models that the other name states too, alone, with a few letters more (a colour, a market), or with spaces. */
function matching(
  models: readonly string[],
  { squashed }: ProductText,
  others: readonly string[],
): string[] {
  const isIn = (model: string) => {
    const at = squashed.indexOf(model);
    const [before = '', after = ''] = [squashed[at - 1], squashed[at + model.length]];
    const cutsNumber =
      (/^\d/.test(model) && /\d/.test(before)) || (/\d$/.test(model) && /\d/.test(after));
    return at >= 0 && !cutsNumber;
  };
  return models.filter(
    (model) =>
      others.some((other) => extendsBy(model, other) || extendsBy(other, model)) || isIn(model),
  );
}

const extendsBy = (long: string, short: string) =>
  long.startsWith(short) && /^[a-z]{0,4}$/.test(long.slice(short.length));

/** Most words that two variants exchange in one place. */
const EXCHANGED_WORDS = 3;

/** True for names that are equal but for a few words in one place: 'RTX 3060 Eagle OC 8GB', 'RTX 3060 Gaming OC 8GB'. */
function isExchange(a: readonly string[], b: readonly string[]): boolean {
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse());
  return start >= 2 && Math.max(a.length, b.length) - start - end <= EXCHANGED_WORDS;
}

/** True when each name begins with a word that the other lacks. */
function areMakersApart(left: ProductText, right: ProductText): boolean {
  const [a, b] = [allWords(left), allWords(right)];
  return !b.includes(a[0] ?? '') && !a.includes(b[0] ?? '');
}

/** The share of a name's own words that the other's description has. */
function described({ words }: ProductText, other: ProductText): number {
  const text = new Set(wordsIn(comparableText(other.goods.description ?? '')));
  const own = words.filter((word) => !other.words.includes(word));
  return own.length > 0 ? own.filter((word) => text.has(word)).length / own.length : 0;
}

/** Probability that the goods are one product, 0–1. */
export function probability(evidence: Evidence): number {
  const logOdds = Object.entries(evidence).reduce(
    (sum, [name, value]) => sum + value * scoring.weights[name as keyof Evidence],
    scoring.base,
  );
  return 1 / (1 + Math.exp(-logOdds));
}

/** The answer of the command line. 'unsure' where neither the rules nor the score can tell. */
export type Answer = Omit<Comparison, 'method' | 'isOpen'> & { answer: 'yes' | 'unsure' | 'no' };

/** The rules' answer, or the score's where no rule decides. */
export function scoredAnswer(a: ProductText, b: ProductText, rarity: Rarity): Answer {
  const { same, confidence, because, isOpen } = compareTexts(a, b);
  if (!isOpen) return { answer: same ? 'yes' : 'no', same, confidence, because };
  const pair = inOneOrder(a, b);
  const evidence = evidenceOf(pair, rarity);
  const chance = probability(evidence);
  // Where names and prices are all there is, variants differ in price; names alone must agree on more.
  const ratio = isPlain(pair) ? priceRatio(pair) : 1;
  const yesFrom = ratio === null ? scoring.yesFromNames : scoring.yesFrom;
  const isYes = chance >= yesFrom && (ratio ?? 1) >= PRICE_RATIO.close;
  const reasons = REASONS.flatMap(([name, isFor, text]) =>
    isFor === isYes && evidence[name] > 0 ? [text] : [],
  );
  return {
    answer: isYes ? 'yes' : chance < scoring.noBelow ? 'no' : 'unsure',
    same: isYes,
    // Rescaled so that the threshold maps to a confidence of one half.
    confidence:
      Math.round(500 + 500 * (isYes ? (chance - yesFrom) / (1 - yesFrom) : 1 - chance / yesFrom)) /
      1000,
    because:
      isYes || reasons.length === 0
        ? [...reasons, isYes ? 'rare words in common' : 'too little in common']
        : reasons,
  };
}

/** Reasons for (true) and against a match by evidence. */
const REASONS = [
  ['sharedModel', true, 'a model number in common'],
  ['ownModels', false, 'different model numbers'],
  ['ownMakers', false, 'names begin with different makers'],
  ['ownFigures', false, 'different figures'],
  ['ownEdition', false, 'another edition'],
  ['exchange', false, 'other words in one place of the name'],
  ['dearer', false, 'prices are far apart'],
] as const satisfies readonly (readonly [keyof Evidence, boolean, string])[];
