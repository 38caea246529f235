/*
 * Questions to the model with their answers: one row each, asked at most once, found by their content and deleted after 30 days. The
 * rows of the last day count against the budget.
 */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { Ask } from '../../entities/ask.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { type RowOf, tables } from '../sql/tables.ts';

/** A question to the model, with its answer once there is one. */
export type AskRow = NonNullable<Awaited<ReturnType<typeof findAsk>>>;

/** A question to add. Each kind has its own budget; questions of equal content have an equal key. */
type NewAsk = Pick<RowOf<'ask'>, 'kind' | 'key' | 'input'> & { productId?: string };

type AskOutcome =
  | { ask: AskRow; isNew: boolean; refused: null }
  | { ask: null; isNew: false; refused: 'breaker-open' | 'budget-spent' };

interface AskLimits {
  /** New questions in any 24 hours. */
  callsADay: number;
  /** Pauses questions for `restMs` after so many failures in a row. An answer later than `answerWithinMs` is a failure. */
  breaker: { failures: number; restMs: number; answerWithinMs: number };
  spending?: ModelSpending | undefined;
}

export interface ModelSpending {
  /** Dollars for a million tokens of questions and of answers. */
  perMillion: readonly [tokensIn: number, tokensOut: number];
  /** Limit of any 24 hours for all questions together; null for none. */
  dollarsADay: number | null;
}

const COLUMNS = ['id', 'kind', 'state', 'input', 'result'] as const;
/** Age of the question in milliseconds, by the database's clock. */
const AGE_MS = sql<number>`extract(epoch from now() - created_at)::float8 * 1000`.as('ageMs');
const IS_OF_TODAY = sql<boolean>`created_at > now() - interval '1 day'`;
const agoMs = (ms: number): RawBuilder<Date> => sql`now() - ${ms} * interval '1 millisecond'`;

export async function findAsk(em: EntityManager, id: string) {
  return (await asks(em).where('id', '=', id).executeTakeFirst()) ?? null;
}

const asks = (em: EntityManager) => tables(em).selectFrom('ask').select(COLUMNS).select(AGE_MS);

/**
 * Finds the question with this key of the last day or adds one, so that a key costs at most one call a day. `refused` says that the model
 * keeps failing, or that the day's budget is spent.
 */
export async function findOrAddAsk(
  em: EntityManager,
  { kind, key, input, productId }: NewAsk,
  limits: AskLimits,
): Promise<AskOutcome> {
  const known = await askOfToday(em, key);
  if (known) return { ask: known, isNew: false, refused: null };
  // Serialised, so that neither a key nor the day's budget is exceeded.
  return withAdvisoryLock(em, 'ask', async (tx) => {
    const meanwhile = await askOfToday(tx, key);
    if (meanwhile) return { ask: meanwhile, isNew: false, refused: null };
    const refused = await refusalOf(tx, kind, limits);
    if (refused) return { ask: null, isNew: false, refused };
    const ask = await tables(tx)
      .insertInto('ask')
      .values({ kind, key, input, product: productId ?? null })
      .returning([...COLUMNS, AGE_MS])
      .executeTakeFirstOrThrow();
    return { ask, isNew: true, refused: null };
  });
}

async function askOfToday(em: EntityManager, key: string): Promise<AskRow | undefined> {
  const ofToday = asks(em).where('key', '=', key).where(IS_OF_TODAY);
  return ofToday.orderBy('createdAt', 'desc').limit(1).executeTakeFirst();
}

async function refusalOf(
  em: EntityManager,
  kind: string,
  { callsADay, breaker, spending }: AskLimits,
) {
  const ofKind = tables(em).selectFrom('ask').where('kind', '=', kind);
  const endedAt = sql<Date>`coalesce(answered_at, created_at)`;
  const newest = await ofKind
    .select(sql<boolean>`state <> 'answered'`.as('isBad'))
    .select(sql<boolean>`${endedAt} > ${agoMs(breaker.restMs)}`.as('isRecent'))
    .where((eb) =>
      eb.or([eb('state', '<>', 'waiting'), eb('createdAt', '<', agoMs(breaker.answerWithinMs))]),
    )
    .orderBy('createdAt', 'desc')
    .limit(breaker.failures)
    .execute();
  const areAllBad = newest.length === breaker.failures && newest.every(({ isBad }) => isBad);
  if (areAllBad && newest.some(({ isRecent }) => isRecent)) return 'breaker-open';
  const { asked } = await ofKind
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where(IS_OF_TODAY)
    .executeTakeFirstOrThrow();
  if (asked >= callsADay) return 'budget-spent';
  if (!spending || spending.dollarsADay === null) return null;
  const used = await modelUse(em);
  const spent = used.reduce((sum, row) => sum + dollarsOf(row, spending.perMillion), 0);
  return spent >= spending.dollarsADay ? 'budget-spent' : null;
}

/** Tokens of the last 24 hours by model; calls under way are not counted yet. */
export function modelUse(em: EntityManager) {
  const total = (column: 'tokensIn' | 'tokensOut') =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)::float8`.as(column);
  return tables(em)
    .selectFrom('ask')
    .select(['model', total('tokensIn'), total('tokensOut')])
    .where('model', 'is not', null)
    .$narrowType<{ model: string }>()
    .where(IS_OF_TODAY)
    .groupBy('model')
    .execute();
}

/** What tokens cost, in dollars. */
export function dollarsOf(
  { tokensIn, tokensOut }: { tokensIn: number; tokensOut: number },
  [perMillionIn, perMillionOut]: ModelSpending['perMillion'],
): number {
  return (tokensIn * perMillionIn + tokensOut * perMillionOut) / 1_000_000;
}

/** Claims a waiting question once, so that a job that runs again after a crash makes no second call. */
export async function claimAsk(em: EntityManager, id: string): Promise<AskRow | null> {
  const free = { id, state: 'waiting', error: null } as const;
  const claimed = await em.nativeUpdate(Ask, free, { error: 'being asked' });
  return claimed === 1 ? findAsk(em, id) : null;
}

/** Ends a waiting question with the model's checked answer, or with the reason why there is none. */
export async function endAsk(
  em: EntityManager,
  id: string,
  end: { result: Record<string, unknown> } | { error: string },
  use: { model?: string; tokensIn?: number; tokensOut?: number } = {},
): Promise<void> {
  const outcome =
    'result' in end
      ? { ...end, state: 'answered' as const, error: null }
      : { ...end, state: 'failed' as const };
  await em.nativeUpdate(
    Ask,
    { id, state: 'waiting' },
    { ...outcome, ...use, answeredAt: raw('now()') },
  );
}
