import { type ModelAnswer, type ModelQuestion, questionFor } from './model.ts';
import plainWords from './plain-words.json' with { type: 'json' };
import type { SmartAdvice, SmartEvidence, SmartProduct } from './recommendation.ts';
import { rulePick, TOP_PICKS } from './rules.ts';

/*
 * What of a model's answer may reach a shopper. The model has read shops' texts, so its answer is untrusted, and only what is
 * allowed passes: a sentence consists of plain words (plain-words.json), those of the question, and the words and figures of the
 * observations that it cites, which are about the product that it names. Names, prices and features are never its own.
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
/** Amounts in words that no observation could bear out. */
const VAGUE_FIGURE =
  /\b(?:eleven|twelve|dozens?|hundreds?|thousands?|millions?|half|halves|double|twice|triple|percent|per cent|free)\b/i;
/** Every character of a sentence is one of these; a dot or colon inside a word would make it an address. */
const PLAIN = /^[\p{Script=Latin}\p{Mn}0-9 ,;:!?'’"“”()%$/.–-]*$/u;
const INNER_DOT = /[\p{L}\d](?:[.:](?!\d)|:)[\p{L}\d]|\p{L}\.\d|\/\//u;

/** What one observation bears out. */
interface Fact {
  figures: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** The name of the product it is about; null for one about all of them. */
  about: string | null;
}

/** All that a sentence is judged by. */
interface Known {
  facts: ReadonlyMap<string, Fact>;
  /** The products that may be named. */
  names: readonly string[];
  /** Words that need no citation. */
  words: ReadonlySet<string>;
}

/** Our advice with the model's words that observations support; null without any. Outdated observations of `asked` do not count. */
export function groundModelAnswer(
  answer: ModelAnswer,
  asked: ModelQuestion,
  evidence: SmartEvidence,
  rules: SmartAdvice,
): SmartAdvice | null {
  const holds = new Set(questionFor(evidence).observations.map(({ text }) => text));
  const facts = new Map(
    asked.observations
      .filter(({ text }) => holds.has(text))
      .map(({ id, text }) => [id, factOf(text, asked)]),
  );
  const known: Known = {
    facts,
    names: evidence.products.map(({ name }) => name),
    words: new Set([
      ...plainWords,
      ...NUMBER_WORDS,
      ...wordsIn(`${asked.query} ${asked.category}`),
    ]),
  };
  const say = (text: string, of?: string) => groundedText(text, known, of);
  const summary = say(answer.summary);
  const { picks, isBelieved } = groundedPicks(answer, asked, evidence, say);
  if (summary === '' && !isBelieved) return null;
  const reasoning = sentencesOf(answer.reasoning, say);
  const tips = [...new Set([...sentencesOf(answer.buyingTips, say), ...rules.buyingTips])];
  return {
    summary: summary || rules.summary,
    priceRange: { ...rules.priceRange, note: say(answer.priceNote) || rules.priceRange.note },
    topPicks: picks,
    buyingTips: tips.slice(0, MAX_LIST),
    reasoning: reasoning.length > 0 ? reasoning : rules.reasoning,
  };
}

/** The model's choice among the products it was given, ours where it chose too few; names and features are ours. */
function groundedPicks(
  answer: ModelAnswer,
  asked: ModelQuestion,
  evidence: SmartEvidence,
  say: (text: string, of?: string) => string,
): { picks: SmartAdvice['topPicks']; isBelieved: boolean } {
  const said = new Map<SmartProduct, { reason: string; userSentiment: string }>();
  for (const { product: ref, reason, userSentiment } of answer.topPicks) {
    const name = asked.products.find((product) => product.ref === ref)?.name;
    const product = evidence.products.find((one) => one.name === name);
    if (!product || said.has(product)) continue;
    said.set(product, {
      reason: say(reason, product.name),
      userSentiment: say(userSentiment, product.name),
    });
  }
  const chosen = [...new Set([...said.keys(), ...evidence.products])].slice(0, TOP_PICKS);
  const picks = chosen.map((product) => {
    const ours = rulePick(product, chosen);
    const theirs = said.get(product);
    return {
      ...ours,
      reason: theirs?.reason || ours.reason,
      userSentiment: theirs?.userSentiment || ours.userSentiment,
    };
  });
  return { picks, isBelieved: chosen.some((product) => said.get(product)?.reason) };
}

function sentencesOf(texts: readonly string[], say: (text: string) => string): string[] {
  return texts
    .slice(0, MAX_LIST)
    .map((text) => say(text))
    .filter(Boolean);
}

/** The sentences of a text about product `of` that may stand, without their citations; empty when none may. */
function groundedText(text: string, known: Known, of?: string): string {
  const sentences = text.slice(0, 5_000).normalize('NFKC').trim().split(SENTENCE_END);
  // 'It' is the product that was named last, also by a sentence that does not stand.
  let subject = of;
  const kept = sentences.filter((sentence) => {
    const [named = subject] = namedIn(sentence, known.names);
    subject = named;
    return isGrounded(sentence, known, subject);
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

function isGrounded(sentence: string, { facts, names, words }: Known, subject?: string): boolean {
  const ids = [...sentence.matchAll(CITATION)].flatMap((match) => (match[1] ?? '').split(','));
  const said = sentence.replace(CITATION, '');
  if (said.length > MAX_SENTENCE || !PLAIN.test(said) || INNER_DOT.test(said)) return false;
  if (VAGUE_FIGURE.test(said)) return false;
  const cited = ids.map((id) => facts.get(id.trim())).filter((fact) => fact !== undefined);
  if (cited.length < ids.length) return false;
  // A citation of one product must not lend its figures to another.
  const named = namedIn(said, names);
  const subjects = named.length > 0 ? named : [subject ?? cited.find(({ about }) => about)?.about];
  if (!cited.every(({ about }) => about === null || subjects.includes(about))) return false;
  if (!named.every((name) => cited.some(({ about }) => about === name))) return false;
  const isKnown = (word: string) =>
    words.has(word) || /^\d+$/.test(word) || cited.some((fact) => fact.words.has(word));
  if (!wordsIn(said).every(isKnown)) return false;
  return [...figuresIn(said)].every((figure) => cited.some(({ figures }) => figures.has(figure)));
}

/** The products that a text names: by a word that no other product's name has. */
function namedIn(text: string, names: readonly string[]): string[] {
  const told = new Set(wordsIn(text));
  return names.filter((name) => {
    const others = new Set(names.filter((other) => other !== name).flatMap(wordsIn));
    return wordsIn(name).some((word) => !others.has(word) && told.has(word));
  });
}

function factOf(text: string, asked: ModelQuestion): Fact {
  const about = asked.products.find(({ name }) => text.startsWith(`"${name}"`))?.name ?? null;
  return { figures: figuresIn(text), words: new Set(wordsIn(text)), about };
}

/** The words of a text in small letters, without what stands around them. */
function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\d][\p{L}\p{M}\d'’-]*/gu) ?? []
  );
}

/** Every figure of a text in one spelling: '$549.00' and '$549' alike, '4.6 of 5' as one, 'three' as 3. */
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
