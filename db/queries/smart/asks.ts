import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/time.ts';
import { Ask } from '../../entities/ask.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';

/** A question to the model with its answer, once there is one. `ageMs` is by the database's clock. */
export type AskRow = NonNullable<Awaited<ReturnType<typeof claimAsk>>>;

/** Why a question is not asked: the model keeps failing, or the day's budget is spent. */
export type AskRefusal = 'breaker-open' | 'budget-spent';

const AGE_MS = sql<number>`extract(epoch from now() - created_at)::float8 * 1000`;
const COLUMNS = ['id', 'kind', 'state', 'input', 'result', AGE_MS.as('ageMs')] as const;

/** One question by id; null when there is none. */
export async function findAsk(em: EntityManager, id: string): Promise<AskRow | null> {
  const asks = tables(em).selectFrom('ask').select(COLUMNS);
  return (await asks.where('id', '=', id).executeTakeFirst()) ?? null;
}

/** When the model counts as down: its newest questions all failed or got no answer in time, the last one within `restMs`. */
interface Breaker {
  failures: number;
  restMs: number;
  answerWithinMs: number;
}

/**
 * The question with this key of the last day, whatever became of it, or a new one: so a key costs at most one call a
 * day, however many ask at once. `ask` null says why no new one was made.
 */
export async function findOrAddAsk(
  em: EntityManager,
  question: { kind: string; key: string; input: Record<string, unknown> },
  limits: { callsADay: number; breaker: Breaker },
): Promise<
  { ask: AskRow; isNew: boolean; refused: null } | { ask: null; isNew: false; refused: AskRefusal }
> {
  const known = await askOfToday(em, question.key);
  if (known) return { ask: known, isNew: false, refused: null };
  // One after the other, so that neither a key nor the day's budget is overrun.
  return withAdvisoryLock(em, 'ask', async (tx) => {
    const meanwhile = await askOfToday(tx, question.key);
    if (meanwhile) return { ask: meanwhile, isNew: false, refused: null };
    if (await isOpen(tx, limits.breaker)) {
      return { ask: null, isNew: false, refused: 'breaker-open' };
    }
    const asked = await tx.count(Ask, { createdAt: { $gt: fromNow(-DAY_MS) } });
    if (asked >= limits.callsADay) return { ask: null, isNew: false, refused: 'budget-spent' };
    const added = tx.create(Ask, question);
    await tx.flush();
    const ask = await findAsk(tx, added.id);
    if (!ask) throw new Error('a question was not added');
    return { ask, isNew: true, refused: null };
  });
}

async function isOpen(em: EntityManager, breaker: Breaker): Promise<boolean> {
  const { failures, restMs, answerWithinMs } = breaker;
  const ended = sql<number>`extract(epoch from now() - coalesce(answered_at, created_at))::float8 * 1000`;
  const newest = await tables(em)
    .selectFrom('ask')
    .select(['state', ended.as('endedMsAgo')])
    .where((eb) => eb.or([eb('state', '<>', 'waiting'), eb(AGE_MS, '>', answerWithinMs)]))
    .orderBy('createdAt', 'desc')
    .limit(failures)
    .execute();
  return (
    newest.length === failures &&
    newest.every(({ state }) => state !== 'answered') &&
    newest.some(({ endedMsAgo }) => endedMsAgo < restMs)
  );
}

async function askOfToday(em: EntityManager, key: string): Promise<AskRow | null> {
  const ask = await tables(em)
    .selectFrom('ask')
    .select(COLUMNS)
    .where('key', '=', key)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return ask ?? null;
}

/** Claims a waiting question for answering, once: a job that runs again after a crash makes no second call. */
export async function claimAsk(em: EntityManager, id: string) {
  const claimed = await tables(em)
    .updateTable('ask')
    .set({ error: 'being asked' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('error', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  return claimed ?? null;
}

/** Stores the model's checked answer. */
export async function answerAsk(
  em: EntityManager,
  id: string,
  result: Record<string, unknown>,
): Promise<void> {
  const answered = { state: 'answered', result, error: null, answeredAt: fromNow() } as const;
  await em.nativeUpdate(Ask, { id, state: 'waiting' }, answered);
}

/** Records why a question got no answer. */
export async function failAsk(em: EntityManager, id: string, error: string): Promise<void> {
  const failed = { state: 'failed', error, answeredAt: fromNow() } as const;
  await em.nativeUpdate(Ask, { id, state: 'waiting' }, failed);
}
