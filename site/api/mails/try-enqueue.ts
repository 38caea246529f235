import type { Queues } from '#db/queues/open-queues.ts';
import { logger } from '#db/runtime/log.ts';
import type { JobContract } from '#domain/jobs.ts';

/**
 * Has the worker do at once what its clock would find in rows within seconds. Never rejects, and no shopper need wait for it:
 * a call does not fail because the queues' store is away.
 */
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
