/* Smart Search: question → reading → searches → evidence → advice by rules → the model's wording where the evidence supports it. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type AskRow, findAsk, findOrAddAsk } from '#db/queries/asks/asks.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { findOffers } from '#db/queries/smart/found-offers.ts';
import { JOBS } from '#domain/jobs.ts';
import { withoutTags } from '#domain/lexicon/lexicon.ts';
import { kindOf } from '#domain/lexicon/synonyms.ts';
import { toCents } from '#domain/money.ts';
import { headNounOf } from '#domain/search/name-head.ts';
import { normaliseQuery } from '#domain/search/query-text.ts';
import { gatherEvidence, type SmartEvidence } from '#domain/smart/evidence.ts';
import { groundModelAnswer } from '#domain/smart/grounding.ts';
import { ANY_GIFT, giftsFor } from '#domain/smart/ideas.ts';
import { adviceFor } from '#domain/smart/intents.ts';
import { groundReading, modelAnswer, modelQuestion, questionFor } from '#domain/smart/model.ts';
import { type Intent, type QuestionReading, readQuestion } from '#domain/smart/question.ts';
import type { SmartAdvice, SmartQuestion } from '#domain/smart/recommendation.ts';
import { counted } from '#domain/text/counted.ts';
import type { ApiServices } from '../core/services.ts';

/** Enough offers for every shop of each product, of one thing and of each of several product types. */
const DEPTH = { products: 48, offers: 360 };
const DEPTH_OF_TYPE = { products: 10, offers: 40 };
/** Questions to the model in 24 hours, from all shoppers together. */
const CALLS_A_DAY = 500;
/** How long to wait for the model before rules answer; the client gives up after 10 s (spec §9). */
const ANSWER_WITHIN_MS = 8_000;
/** How long to wait for its reading of a question before the grammar's serves. */
const READ_WITHIN_MS = 2_500;
const POLL_EVERY_MS = 150;
/** Intents that set what is asked about beside others of its kind. */
const BESIDE_OTHERS: ReadonlySet<Intent> = new Set(['worth-it', 'alternative']);
const OPEN = { minCents: null, maxCents: null, excluded: [], enough: 1 };
const NO_LIMITS = { minDollars: null, maxDollars: null };
/** Products that a thing must find, else a wider one is searched: with needs, as they are checked on goods of the wider thing, too; as a gift. */
const ENOUGH = { any: 1, gift: 2, withNeeds: 3 };
type AskedFor = Pick<SmartQuestion, 'query' | 'category' | 'budgetCents'>;
const BREAKER = { failures: 5, restMs: 60_000, answerWithinMs: ANSWER_WITHIN_MS };

/** Answers a shopper's question. Without a model, or when it fails, rules word the advice and `dataSource` says so. */
export async function recommend(services: ApiServices, asked: AskedFor) {
  const giveUpAt = performance.now() + ANSWER_WITHIN_MS;
  const em = services.em();
  const reading = await readingOf(services, asked.query);
  // A price that a shopper asks about is no limit.
  const { minDollars, maxDollars } = reading.intent === 'worth-it' ? NO_LIMITS : reading;
  const budgetCents = asked.budgetCents ?? centsOf(maxDollars);
  const question = { ...asked, reading, budgetCents, minCents: centsOf(minDollars) };
  const isAny = reading.intent === 'gift';
  const enough = isAny ? ENOUGH.gift : ENOUGH[reading.needs[0] ? 'withNeeds' : 'any'];
  const limits = { ...question, maxCents: budgetCents, excluded: reading.excluded, enough, isAny };
  const searches = searchesOf(reading, asked.query);
  const depth = searches.length > 2 ? DEPTH_OF_TYPE : DEPTH;
  const found = await Promise.all(searches.map((things) => findOffers(em, things, limits, depth)));
  const searched = found.map((one) => gatherEvidence(question, one));
  const [own] = searched;
  const it = BESIDE_OTHERS.has(reading.intent) && !own?.isLoose && own?.named;
  const head = it && headNounOf(it.name, it.best.brand);
  if (head) {
    const kind = withoutTags(kindOf(head)[0] ?? head, 'brand').trim();
    const peers = await findOffers(em, [kind || head], OPEN, DEPTH);
    found.push(peers);
    searched.push(gatherEvidence({ ...asked, ...OPEN, reading: { ...reading, needs: [] } }, peers));
  }
  let answer = adviceFor(reading.intent, searched, found[0]?.nearest ?? null);
  if (isAny && searches.length > 1 && answer.evidence.products.length < 2) {
    const general = await findOffers(em, giftsFor(asked.query), limits, DEPTH);
    found.push(general);
    const other = { ...gatherEvidence(question, general), thing: 'another idea' };
    answer = adviceFor('gift', [...searched, other]);
  }
  const { advice: rules, evidence } = answer;
  const { advice, by } = await wordAdvice(services, question, evidence, rules, giveUpAt);
  // All counts and shops of an answer are of the same offers: those of its products that can be bought.
  const ids = new Set(evidence.products.flatMap((one) => one.offers.map(({ offerId }) => offerId)));
  const offers = found.flatMap((one) => one.offers.filter(({ offerId }) => ids.delete(offerId)));
  return { offers, evidence, advice, dataSource: `${observedSentence(offers)} ${by}` };
}

const centsOf = (dollars: number | null) => (dollars === null ? null : toCents(dollars));

/** The question as a structure: by grammar, or where that leaves words unread by the model, as far as the question supports it. */
async function readingOf(services: ApiServices, query: string): Promise<QuestionReading> {
  const { isRead, ...reading } = readQuestion(query);
  if (isRead || !services.config.openai) return reading;
  const identity = ['smart-question', normaliseQuery(query)] as const;
  const outcome = await askModel(
    services,
    identity,
    { question: query },
    performance.now() + READ_WITHIN_MS,
  );
  return 'missing' in outcome ? reading : (groundReading(outcome.result, query) ?? reading);
}

/** The words of each search of a question, best first: a comparison and a purpose have several. */
function searchesOf({ intent, things }: QuestionReading, query: string): string[][] {
  const isOfKinds =
    intent === 'compare' ||
    intent === 'purpose' ||
    (intent === 'gift' && !things.includes(ANY_GIFT));
  if (isOfKinds && things.length > 1) return things.map((thing) => [thing]);
  return [things[0] ? things : [query]];
}

/** Asks the model to word the advice; returns the rules' advice if the model has no usable answer. */
async function wordAdvice(
  services: ApiServices,
  question: SmartQuestion,
  evidence: SmartEvidence,
  rules: SmartAdvice,
  giveUpAt: number,
): Promise<{ advice: SmartAdvice; by: string }> {
  const { openai } = services.config;
  if (!openai || evidence.products.length === 0) {
    return { advice: rules, by: 'The advice is by fixed rules, without an AI model.' };
  }
  const { query, category, budgetCents } = question;
  const identity = [
    'smart-recommendation',
    [normaliseQuery(query), category, budgetCents],
  ] as const;
  const outcome = await askModel(services, identity, questionFor(evidence), giveUpAt);
  if ('missing' in outcome) return { advice: rules, by: MISSING[outcome.missing] };
  const answer = modelAnswer.safeParse(outcome.result);
  const input = modelQuestion.safeParse(outcome.input);
  const advice =
    answer.success && input.success
      ? groundModelAnswer(answer.data, input.data, evidence, rules)
      : null;
  if (advice) {
    return { advice, by: `Worded by the AI model ${openai.model}; its figures were checked.` };
  }
  services.log.warn(
    { model: openai.model },
    'the evidence supported no part of the model’s answer',
  );
  return { advice: rules, by: MISSING.failed };
}

const MISSING = {
  'breaker-open': 'The AI model is not available right now, so the advice is by fixed rules.',
  'budget-spent': 'The AI model has answered enough for today, so the advice is by fixed rules.',
  failed: 'The AI model gave no usable answer, so the advice is by fixed rules.',
  'too-slow': 'The AI model did not answer in time, so the advice is by fixed rules.',
} as const;

function observedSentence(offers: readonly FoundOffer[]): string {
  if (offers.length === 0) return 'No matching price.';
  const shops = new Set(offers.map((offer) => offer.retailerName)).size;
  const isDemo = offers.some((offer) => offer.source === 'demo');
  const read = `${counted(offers.length, 'price')} read from ${counted(shops, 'shop')}`;
  return isDemo ? `${read} of the demonstration, which are invented.` : `${read}.`;
}

/** The model's raw answer with its question, or why there is none. */
type ModelOutcome = { result: unknown; input: unknown } | { missing: keyof typeof MISSING };

/** Asks the model through the worker and waits for the answer. Equal questions within a day share a row. */
async function askModel(
  services: ApiServices,
  identity: readonly [kind: string, about: unknown],
  input: Record<string, unknown>,
  giveUpAt: number,
): Promise<ModelOutcome> {
  const [kind] = identity;
  const key = createHash('sha256').update(JSON.stringify(identity)).digest('base64url');
  const em = services.em();
  const spending = services.config.openai?.spending;
  const limits = { callsADay: CALLS_A_DAY, breaker: BREAKER, spending };
  const outcome = await findOrAddAsk(em, { kind, key, input }, limits);
  if (outcome.ask === null) return { missing: outcome.refused };
  if (outcome.isNew) {
    try {
      await services.queues.add(JOBS.ask, { askId: outcome.ask.id });
    } catch (err) {
      services.log.warn({ err }, 'could not queue a question to the model; rules answer instead');
      return { missing: 'failed' };
    }
  }
  let row: AskRow | null = outcome.ask;
  // An old question that is still waiting will not be answered in time.
  const isLost = row.ageMs > ANSWER_WITHIN_MS;
  while (row?.state === 'waiting' && !isLost && performance.now() + POLL_EVERY_MS < giveUpAt) {
    await wait(POLL_EVERY_MS);
    row = await findAsk(em, row.id);
  }
  if (row?.state === 'answered') return { result: row.result, input: row.input };
  return { missing: row?.state === 'failed' ? 'failed' : 'too-slow' };
}
