import { type ModelAnswer, type ModelQuestion, questionFor } from './model.ts';
import type { SmartAdvice, SmartEvidence, SmartProduct } from './recommendation.ts';
import { rulePick, TOP_PICKS } from './rules.ts';

/*
 * What of a model's answer may reach a shopper. The model has read shops' texts, so its answer is untrusted: a sentence must cite
 * an observation for each figure; links, markup, ids and calls to act are dropped. Names, prices and features are never its own.
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
/** Links, mail addresses, markup, references and control characters. */
const FOREIGN =
  /https?:|www\.|\w\.(?:com|net|org|au|io|co|shop|info|xyz|ru|cn)\b|:\/\/|javascript:|data:|@|[<>{}\\|`]|&\w+;|&#|\]\s*\(|\bp\d+\b|[\p{Cc}\p{Cf}\p{Co}]/iu;
/** Nothing that advice on a product needs to say. */
const ACTION =
  /\b(?:dot (?:com|net|org|au)|click|password|passcode|bank (?:account|details)|credit card|gift cards?|crypto\w*|bitcoin|whatsapp|telegram|ignore (?:all|previous|the)|system prompt)\b/i;

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
      .map(({ id, text }) => [id, figuresIn(text)]),
  );
  const say = (text: string) => groundedText(text, facts);
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
  say: (text: string) => string,
): { picks: SmartAdvice['topPicks']; isBelieved: boolean } {
  const said = new Map<SmartProduct, { reason: string; userSentiment: string }>();
  for (const { product: ref, reason, userSentiment } of answer.topPicks) {
    const name = asked.products.find((product) => product.ref === ref)?.name;
    const product = evidence.products.find((one) => one.name === name);
    if (!product || said.has(product)) continue;
    said.set(product, { reason: say(reason), userSentiment: say(userSentiment) });
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
  return texts.slice(0, MAX_LIST).map(say).filter(Boolean);
}

/** The sentences of a text that may stand, without their citations; empty when none may. */
function groundedText(text: string, facts: ReadonlyMap<string, ReadonlySet<string>>): string {
  return text
    .slice(0, 5_000)
    .normalize('NFKC')
    .trim()
    .split(SENTENCE_END)
    .filter((sentence) => isGrounded(sentence, facts))
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

function isGrounded(sentence: string, facts: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const cited = [...sentence.matchAll(CITATION)].flatMap((match) => (match[1] ?? '').split(','));
  const words = sentence.replace(CITATION, '');
  if (words.length > MAX_SENTENCE || /[[\]]/.test(words)) return false;
  if (FOREIGN.test(words) || ACTION.test(words) || VAGUE_FIGURE.test(words)) return false;
  // Digits of other scripts, fractions and Roman numerals have no place in an observation.
  if (/[^\P{N}0-9]/u.test(words)) return false;
  const sources = cited.map((id) => facts.get(id.trim()));
  if (sources.includes(undefined)) return false;
  return [...figuresIn(words)].every((figure) => sources.some((source) => source?.has(figure)));
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
