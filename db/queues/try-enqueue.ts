import { logger } from '#db/runtime/log.ts';
import type { JobContract } from '#domain/jobs.ts';
import type { Queues } from './open-queues.ts';

/** Adds a job for work that the clock would find in rows anyway. Never rejects, so that a request does not fail with the queue store. */
export async function tryEnqueue<Payload>(
  queues: Pick<Queues, 'add'>,
  contract: JobContract<Payload>,
  payload: Payload,
): Promise<void> {
  try {
    await queues.add(contract, payload);
  } catch (err) {
    logger('api').warn({ err, job: contract.name }, 'not queued; the clock will find the work');
  }
}
