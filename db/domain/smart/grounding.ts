import { phrasesOf } from '../lexicon/lexicon.ts';
import type { SmartEvidence } from './evidence.ts';
import { type ModelAnswer, type ModelQuestion, questionFor } from './model.ts';
import type { SmartAdvice } from './recommendation.ts';
import { unstatedText } from './rules.ts';
import { said } from './wording.ts';

/*
 * Decides which sentences of a model's answer reach a shopper. The model has read shops' texts, so its answer is untrusted. A sentence may
 * hold plain words (`plain` of the lexicon), words of the question, and the words and figures of the observations that it cites, which must be
 * about the product that it names. Names, prices and features always come from our own data.
 */

const MOST_LETTERS = 5_000;
const MOST_OF_SENTENCE = 300;
const MOST_SENTENCES = 4;

const CITATION = /\[\s*(o\d+(?:\s*,\s*o\d+)*)\s*\]/g;
/** A sentence ends before white space, its trailing citations included. */
const SENTENCE_END = /(?<=[.!?](?:\s*\[[^\]]*\])*)\s+(?!\[)/;
const FIGURE =
  /(\d[\d,]*(?:\.\d+)?)\s*(?:\/|out of|of)\s*(5|10|100)\b|(?:\$\s?)?\d[\d,]*(?:\.\d+)?%?/gi;
/** Amounts in words, which no observation can support. */
const IN_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?|half|halves|double|twice|triple|percent|per cent|free)\b/i;
/** The allowed characters of a sentence. A dot or colon inside a word (INNER_DOT) would make it an address. */
const PLAIN = /^[\p{Script=Latin}\p{Mn}0-9 ,;:!?'’"“”()%$/.–-]*$/u;
const INNER_DOT = /[\p{L}\d](?:[.:](?!\d)|:)[\p{L}\d]|\p{L}\.\d|\/\//u;
const PLAIN_WORDS: ReadonlySet<string> = new Set(phrasesOf('plain'));

/** Our advice in the words of the model that observations support; null without any. Ignores outdated observations of `question`. */
export function groundModelAnswer(
  answer: ModelAnswer,
  { products: asked, observations, query, category }: ModelQuestion,
  evidence: SmartEvidence,
  rules: SmartAdvice,
): SmartAdvice | null {
  const current = new Set(questionFor(evidence).observations.map(({ text }) => text));
  const facts = new Map(
    observations.flatMap(({ id, text }) => (current.has(text) ? [[id, text] as const] : [])),
  );
  const words = PLAIN_WORDS.union(new Set(wordsIn(`${query} ${category}`)));
  const grounds = { facts, words, names: evidence.products.map(({ name }) => name) };
  const reasons = rules.topPicks.map(({ name }) => {
    const ref = asked.find((one) => one.name === name)?.ref;
    const reason = answer.topPicks.find(({ product }) => product === ref)?.reason ?? '';
    return groundedText(reason, grounds, name);
  });
  const summary = groundedText(answer.summary, grounds);
  if (![summary, ...reasons].some(Boolean)) return null;
  const unstated = new Map(evidence.products.map((one) => [one.name, unstatedText(one)]));
  return {
    ...rules,
    summary: summary || rules.summary,
    topPicks: rules.topPicks.map((pick, nth) => ({
      ...pick,
      reason: reasons[nth] ? said(reasons[nth], unstated.get(pick.name)) : pick.reason,
    })),
  };
}

/** What sentences are checked against. */
interface Grounds {
  /** The observations that still hold, by id. */
  facts: ReadonlyMap<string, string>;
  /** Names of products that a sentence may name. */
  names: readonly string[];
  /** Words that need no citation. */
  words: ReadonlySet<string>;
}

/** The supported sentences of a text about product `of`, without citations; empty for none. */
function groundedText(text: string, grounds: Grounds, of?: string): string {
  const sentences = text.slice(0, MOST_LETTERS).normalize('NFKC').trim().split(SENTENCE_END);
  // 'It' is the product that was named last, even by an unsupported sentence.
  let subject = of;
  const kept = sentences.filter((sentence) => {
    subject = namedIn(sentence, grounds.names)[0] ?? subject;
    return isGrounded(sentence, grounds, subject);
  });
  return kept
    .map((sentence) => sentence.replace(CITATION, '').replace(/\s+(?=[.,;:!?\s]|$)/g, ''))
    .filter((sentence) => /\p{L}{2}/u.test(sentence))
    .slice(0, MOST_SENTENCES)
    .join(' ');
}

function isGrounded(sentence: string, { facts, names, words }: Grounds, subject?: string): boolean {
  const ids = [...sentence.matchAll(CITATION)].flatMap(([, all = '']) => all.split(','));
  const text = sentence.replace(CITATION, '');
  const isPlain = PLAIN.test(text) && !INNER_DOT.test(text) && !IN_WORDS.test(text);
  const cited = ids.flatMap((id) => facts.get(id.trim()) ?? []);
  if (!isPlain || text.length > MOST_OF_SENTENCE || cited.length < ids.length) return false;
  // A citation about one product must not support a figure of another.
  const about = cited.flatMap((text) => names.find((name) => text.startsWith(`"${name}"`)) ?? []);
  const named = namedIn(text, names);
  const subjects = named[0] ? named : [subject ?? about[0]];
  const known = words.union(new Set(cited.flatMap(wordsIn)));
  const figures = new Set(cited.flatMap(figuresIn));
  return (
    about.every((name) => subjects.includes(name)) &&
    named.every((name) => about.includes(name)) &&
    wordsIn(text).every((word) => known.has(word) || /^\d+$/.test(word)) &&
    figuresIn(text).every((figure) => figures.has(figure))
  );
}

/** The products that a text names by a word that no other product's name has. */
function namedIn(text: string, names: readonly string[]): string[] {
  const used = new Set(wordsIn(text));
  return names.filter((name) => {
    const others = new Set(names.filter((other) => other !== name).flatMap(wordsIn));
    return wordsIn(name).some((word) => !others.has(word) && used.has(word));
  });
}

/** The words of a text in lower case, without punctuation. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\d][\p{L}\p{M}\d'’-]*/gu) ?? [];

/** The figures of a text in a normal form: '$549.00' and '$549' are equal, '4.6 of 5' is one figure. */
export function figuresIn(text: string): string[] {
  return [...text.normalize('NFKC').matchAll(FIGURE)].map(([whole, share, of]) => {
    const value = (digits: string) => Number(digits.replace(/[^\d.]/g, ''));
    if (share && of) return `${value(share)}/${of}`;
    return `${whole.includes('$') ? '$' : ''}${value(whole)}${whole.endsWith('%') ? '%' : ''}`;
  });
}
