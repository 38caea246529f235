import type { EntityManager } from '@mikro-orm/postgresql';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';

/** A question to the model with its answer, once there is one. */
export interface AskRow {
  id: string;
  kind: string;
  state: 'waiting' | 'answered' | 'failed';
  input: unknown;
  result: unknown;
  /** How long ago it was asked, by the database's clock. */
  ageMs: number;
}

/** Why a question is not asked: the model keeps failing, or the day's budget is spent. */
export type AskRefusal = 'breaker-open' | 'budget-spent';

const COLUMNS = `id, kind, state, input, result, extract(epoch from now() - created_at)::float8 * 1000 as "ageMs"`;

/** One question by id; null when there is none. */
export async function findAsk(em: EntityManager, id: string): Promise<AskRow | null> {
  const rows = await em.execute<AskRow[]>(`select ${COLUMNS} from ask where id = ?`, [id]);
  return rows[0] ?? null;
}

/**
 * The question with this key of the last day, whatever became of it, or a new one: so a key costs at most one call a
 * day, however many ask at once. `ask` null says why no new one was made. The breaker is open while the newest
 * `breaker.failures` questions all failed or got no answer in time, the newest of them within `restMs`.
 */
export async function findOrAddAsk(
  em: EntityManager,
  question: { kind: string; key: string; input: Record<string, unknown> },
  limits: {
    callsADay: number;
    breaker: { failures: number; restMs: number; answerWithinMs: number };
  },
): Promise<
  { ask: AskRow; isNew: boolean; refused: null } | { ask: null; isNew: false; refused: AskRefusal }
> {
  const known = await askOfToday(em, question.key);
  if (known) return { ask: known, isNew: false, refused: null };
  // One after the other, so that neither a key nor the day's budget is overrun.
  return withAdvisoryLock(em, 'ask', async (tx) => {
    const meanwhile = await askOfToday(tx, question.key);
    if (meanwhile) return { ask: meanwhile, isNew: false, refused: null };
    const { failures, restMs, answerWithinMs } = limits.breaker;
    const [state] = await tx.execute<{ asked: number; open: boolean }[]>(
      `select (select count(*)::int from ask where created_at > now() - interval '1 day') as asked,
         coalesce((select count(*) = ? and bool_and(bad) and max(ended) > now() - ? * interval '1 millisecond' from (
           select state = 'failed' or state = 'waiting' as bad, coalesce(answered_at, created_at) as ended from ask
           where state <> 'waiting' or created_at < now() - ? * interval '1 millisecond'
           order by created_at desc limit ?) newest), false) as open`,
      [failures, restMs, answerWithinMs, failures],
    );
    if (state?.open) return { ask: null, isNew: false, refused: 'breaker-open' };
    if ((state?.asked ?? 0) >= limits.callsADay) {
      return { ask: null, isNew: false, refused: 'budget-spent' };
    }
    const added = await tx.execute<AskRow[]>(
      `insert into ask (kind, key, input) values (?, ?, ?::jsonb) returning ${COLUMNS}`,
      [question.kind, question.key, JSON.stringify(question.input)],
    );
    if (!added[0]) throw new Error('a question was not added');
    return { ask: added[0], isNew: true, refused: null };
  });
}

async function askOfToday(em: EntityManager, key: string): Promise<AskRow | null> {
  const rows = await em.execute<AskRow[]>(
    `select ${COLUMNS} from ask where key = ? and created_at > now() - interval '1 day'
     order by created_at desc limit 1`,
    [key],
  );
  return rows[0] ?? null;
}

/** Takes a waiting question for answering, once: a job that runs again after a crash makes no second call. */
export async function claimAsk(em: EntityManager, id: string): Promise<AskRow | null> {
  const rows = await em.execute<AskRow[]>(
    `update ask set error = 'being asked' where id = ? and state = 'waiting' and error is null returning ${COLUMNS}`,
    [id],
  );
  return rows[0] ?? null;
}

/** Stores the model's checked answer. */
export async function answerAsk(
  em: EntityManager,
  id: string,
  result: Record<string, unknown>,
): Promise<void> {
  await em.execute(
    `update ask set state = 'answered', result = ?::jsonb, error = null, answered_at = now()
     where id = ? and state = 'waiting'`,
    [JSON.stringify(result), id],
  );
}

/** Records why a question got no answer. */
export async function failAsk(em: EntityManager, id: string, error: string): Promise<void> {
  await em.execute(
    `update ask set state = 'failed', error = ?, answered_at = now() where id = ? and state = 'waiting'`,
    [error, id],
  );
}
