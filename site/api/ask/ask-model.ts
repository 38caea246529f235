import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type AskRow, findAsk, findOrAddAsk } from '#db/queries/smart/asks.ts';
import { JOBS } from '#domain/jobs.ts';
import type { ApiServices } from '../core/services.ts';

/** Questions in any 24 hours, whoever asks them. */
const CALLS_A_DAY = 500;
/** A shopper waits this long for the model, as the client gives up after 10 s (spec §9); then rules answer. */
const ANSWER_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 150;
const BREAKER = { failures: 5, restMs: 60_000, answerWithinMs: ANSWER_WITHIN_MS };

/** The model's raw answer with the question as it was put to it, or why there is none. */
export type ModelOutcome =
  | { result: unknown; input: unknown }
  | { missing: 'breaker-open' | 'budget-spent' | 'failed' | 'too-slow' };

/**
 * Has the worker ask the model, and waits for the row's answer. The same `identity` within a day is one question,
 * whose answer is shared.
 */
export async function askModel(
  services: ApiServices,
  question: { kind: string; identity: unknown; input: Record<string, unknown> },
  withinMs = ANSWER_WITHIN_MS,
): Promise<ModelOutcome> {
  const giveUpAt = performance.now() + withinMs;
  const key = createHash('sha256')
    .update(JSON.stringify([question.kind, question.identity]))
    .digest('base64url');
  const em = services.em();
  const limits = { callsADay: CALLS_A_DAY, breaker: BREAKER };
  const asked = await findOrAddAsk(em, { ...question, key }, limits);
  if (asked.ask === null) return { missing: asked.refused };
  if (asked.isNew) {
    try {
      await services.queues.add(JOBS.ask, { askId: asked.ask.id });
    } catch (err) {
      services.log.warn({ err }, 'a question to the model was not queued: rules answer');
      return { missing: 'failed' };
    }
  }
  let row: AskRow | null = asked.ask;
  // A question that has waited longer than anyone does will not be answered now.
  const isLost = row.ageMs > ANSWER_WITHIN_MS;
  while (row?.state === 'waiting' && !isLost && performance.now() + LOOK_EVERY_MS < giveUpAt) {
    await wait(LOOK_EVERY_MS);
    row = await findAsk(em, row.id);
  }
  if (row?.state === 'answered') return { result: row.result, input: row.input };
  return { missing: row?.state === 'failed' ? 'failed' : 'too-slow' };
}
