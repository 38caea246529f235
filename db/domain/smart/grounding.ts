import { phrasesOf } from '../lexicon/lexicon.ts';
import { passesOf } from './evidence.ts';
import { type ModelAnswer, type ModelQuestion, questionFor } from './model.ts';
import type { SmartAdvice, SmartEvidence, SmartProduct } from './recommendation.ts';
import { rulePick } from './rules.ts';

/*
 * Decides which sentences of a model's answer reach a shopper. The model has read shops' texts, so its answer is untrusted. A sentence may
 * hold plain words (`plain` of the lexicon), words of the question, and the words and figures of the observations that it cites, which must be
 * about the product that it names. Names, prices and features always come from our own data.
 */

const MAX_SENTENCE = 300;
const MAX_SENTENCES = 4;
const MAX_LIST = 5;

const CITATION = /\[\s*(o\d+(?:\s*,\s*o\d+)*)\s*\]/g;
/** A sentence ends before white space, its trailing citations included. */
const SENTENCE_END = /(?<=[.!?](?:\s*\[[^\]]*\])*)\s+(?!\[)/;
const FIGURE =
  /(\d[\d,]*(?:\.\d+)?)\s*(?:\/|out of|of)\s*(5|10|100)\b|(?:\$\s?)?\d[\d,]*(?:\.\d+)?%?/gi;
const NUMBER_WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** Amounts in words, which no observation can support. */
const VAGUE_FIGURE =
  /\b(?:eleven|twelve|dozens?|hundreds?|thousands?|millions?|half|halves|double|twice|triple|percent|per cent|free)\b/i;
/** The allowed characters of a sentence. A dot or colon inside a word (INNER_DOT) would make it an address. */
const PLAIN = /^[\p{Script=Latin}\p{Mn}0-9 ,;:!?'’"“”()%$/.–-]*$/u;
const INNER_DOT = /[\p{L}\d](?:[.:](?!\d)|:)[\p{L}\d]|\p{L}\.\d|\/\//u;

/** What an observation supports. */
interface Fact {
  figures: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** The name of its product; null for an observation about all products. */
  about: string | null;
}

/** What sentences are checked against. */
interface Grounds {
  facts: ReadonlyMap<string, Fact>;
  /** Names of products that a sentence may name. */
  names: readonly string[];
  /** Words that need no citation. */
  words: ReadonlySet<string>;
}

/** Our advice with the sentences of the model that observations support; null without any. Ignores outdated observations of `question`. */
export function groundModelAnswer(
  answer: ModelAnswer,
  question: ModelQuestion,
  evidence: SmartEvidence,
  rules: SmartAdvice,
): SmartAdvice | null {
  const current = new Set(questionFor(evidence).observations.map(({ text }) => text));
  const facts = new Map(
    question.observations
      .filter(({ text }) => current.has(text))
      .map(({ id, text }) => [id, factOf(text, question)]),
  );
  const grounds: Grounds = {
    facts,
    names: evidence.products.map(({ name }) => name),
    words: new Set([
      ...phrasesOf('plain'),
      ...NUMBER_WORDS,
      ...wordsIn(`${question.query} ${question.category}`),
    ]),
  };
  const say = (text: string, of?: string) => groundedText(text, grounds, of);
  const summary = say(answer.summary);
  const { picks, isGroundedPick } = groundedPicks(answer, question, evidence, rules, say);
  if (summary === '' && !isGroundedPick) return null;
  const reasoning = sentencesOf(answer.reasoning, say);
  const tips = [...new Set([...sentencesOf(answer.buyingTips, say), ...rules.buyingTips])];
  return {
    summary: summary || rules.summary,
    priceRange: { ...rules.priceRange, note: say(answer.priceNote) || rules.priceRange.note },
    topPicks: picks,
    buyingTips: tips.slice(0, MAX_LIST),
    reasoning: reasoning.length > 0 ? reasoning : rules.reasoning,
    intent: rules.intent,
    ...(rules.comparison && { comparison: rules.comparison }),
  };
}

/** The model's picks among the products of the question, filled up with ours. Names and features are ours. */
function groundedPicks(
  answer: ModelAnswer,
  question: ModelQuestion,
  evidence: SmartEvidence,
  rules: SmartAdvice,
  say: (text: string, of?: string) => string,
): { picks: SmartAdvice['topPicks']; isGroundedPick: boolean } {
  const said = new Map<SmartProduct, { reason: string; userSentiment: string }>();
  for (const { product: ref, reason, userSentiment } of answer.topPicks) {
    const name = question.products.find((product) => product.ref === ref)?.name;
    const product = evidence.products.find((one) => one.name === name);
    if (!product || said.has(product)) continue;
    said.set(product, {
      reason: say(reason, product.name),
      userSentiment: say(userSentiment, product.name),
    });
  }
  // Only picks that meet the question equally change places, and only where the advice is a choice.
  const [best] = evidence.products;
  const mayOrder = rules.intent === 'find' && !evidence.isByPrice;
  const isEqual = (one: SmartProduct) => best !== undefined && passesOf(one) === passesOf(best);
  const wished = mayOrder ? [...said.keys()].filter(isEqual) : [];
  const chosen = [...new Set([...wished, ...evidence.products])].slice(0, rules.topPicks.length);
  const picks = chosen.map((product) => {
    const own = rules.topPicks.find(({ name }) => name === product.name);
    const ours = (wished[0] ? null : own) ?? rulePick(product, chosen, evidence);
    const theirs = said.get(product);
    return {
      ...ours,
      reason: theirs?.reason || ours.reason,
      userSentiment: theirs?.userSentiment || ours.userSentiment,
    };
  });
  return { picks, isGroundedPick: chosen.some((product) => said.get(product)?.reason) };
}

function sentencesOf(texts: readonly string[], say: (text: string) => string): string[] {
  return texts
    .slice(0, MAX_LIST)
    .map((text) => say(text))
    .filter(Boolean);
}

/** The supported sentences of a text about product `of`, without citations; empty for none. */
function groundedText(text: string, grounds: Grounds, of?: string): string {
  const sentences = text.slice(0, 5_000).normalize('NFKC').trim().split(SENTENCE_END);
  // 'It' is the product that was named last, even by an unsupported sentence.
  let subject = of;
  const kept = sentences.filter((sentence) => {
    const [named = subject] = namedIn(sentence, grounds.names);
    subject = named;
    return isGrounded(sentence, grounds, subject);
  });
  return kept
    .map((sentence) =>
      sentence
        .replace(CITATION, '')
        .replace(/\s+(?=[.,;:!?])|\s+$/g, '')
        .replace(/\s{2,}/g, ' ')
        .trim(),
    )
    .filter((sentence) => /\p{L}{2}/u.test(sentence))
    .slice(0, MAX_SENTENCES)
    .join(' ');
}

function isGrounded(sentence: string, { facts, names, words }: Grounds, subject?: string): boolean {
  const ids = [...sentence.matchAll(CITATION)].flatMap((match) => (match[1] ?? '').split(','));
  const said = sentence.replace(CITATION, '');
  if (said.length > MAX_SENTENCE || !PLAIN.test(said) || INNER_DOT.test(said)) return false;
  if (VAGUE_FIGURE.test(said)) return false;
  const cited = ids.map((id) => facts.get(id.trim())).filter((fact) => fact !== undefined);
  if (cited.length < ids.length) return false;
  // A citation about one product must not support a figure of another.
  const named = namedIn(said, names);
  const subjects = named.length > 0 ? named : [subject ?? cited.find(({ about }) => about)?.about];
  if (!cited.every(({ about }) => about === null || subjects.includes(about))) return false;
  if (!named.every((name) => cited.some(({ about }) => about === name))) return false;
  const isKnown = (word: string) =>
    words.has(word) || /^\d+$/.test(word) || cited.some((fact) => fact.words.has(word));
  if (!wordsIn(said).every(isKnown)) return false;
  return [...figuresIn(said)].every((figure) => cited.some(({ figures }) => figures.has(figure)));
}

/** The products that a text names by a word that no other product's name has. */
function namedIn(text: string, names: readonly string[]): string[] {
  const used = new Set(wordsIn(text));
  return names.filter((name) => {
    const others = new Set(names.filter((other) => other !== name).flatMap(wordsIn));
    return wordsIn(name).some((word) => !others.has(word) && used.has(word));
  });
}

function factOf(text: string, question: ModelQuestion): Fact {
  const about = question.products.find(({ name }) => text.startsWith(`"${name}"`))?.name ?? null;
  return { figures: figuresIn(text), words: new Set(wordsIn(text)), about };
}

/** The words of a text in lower case, without punctuation. */
function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\d][\p{L}\p{M}\d'’-]*/gu) ?? []
  );
}

/** The figures of a text in a normal form: '$549.00' and '$549' are equal, '4.6 of 5' is one figure, 'three' is 3. */
export function figuresIn(text: string): Set<string> {
  const plain = text.normalize('NFKC');
  const figures = new Set<string>();
  for (const [whole, share, of] of plain.matchAll(FIGURE)) {
    const value = (digits: string) => String(Number(digits.replace(/[^\d.]/g, '')));
    const unit = `${whole.includes('$') ? '$' : ''}${value(whole)}${whole.endsWith('%') ? '%' : ''}`;
    figures.add(share && of ? `${value(share)}/${of}` : unit);
  }
  for (const [index, word] of NUMBER_WORDS.entries()) {
    if (new RegExp(`\\b${word}\\b`, 'i').test(plain)) figures.add(String(index + 2));
  }
  return figures;
}
