import { logger } from '#db/runtime/log.ts';
import type { JobContract } from '#domain/jobs.ts';
import type { Queues } from './open-queues.ts';

/** Adds a job for work that the clock finds in rows anyway. Never rejects: a request must not fail with the queue store. */
export async function tryEnqueue<Payload>(
  queues: Pick<Queues, 'add'>,
  contract: JobContract<Payload>,
  payload: Payload,
): Promise<void> {
  try {
    await queues.add(contract, payload);
  } catch (err) {
    logger('api').warn({ err, job: contract.name }, 'not queued: the clock will find it');
  }
}
