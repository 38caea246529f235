import { z } from 'zod';
import type { Queues } from '#db/queues/open-queues.ts';
import { defineJob, type Lane } from '#domain/jobs.ts';
import type { Handlers } from '#worker/queues/start-consumers.ts';

const payload = z.object({ key: z.string().min(1) });

/** Jobs that exist for tests of the queues only. */
export const TEST_JOBS = {
  plain: defineJob({ name: 'plain', lane: 'fetch', payload, backoffMs: 100 }),
  urgent: defineJob({ name: 'urgent', lane: 'fetch', payload, priority: 1 }),
  late: defineJob({ name: 'late', lane: 'fetch', payload, priority: 100 }),
  brief: defineJob({ name: 'brief', lane: 'ai', payload, attempts: 1, limitMs: 300 }),
  single: defineJob({
    name: 'single',
    lane: 'follow-up',
    payload,
    attempts: 1,
    uniqueBy: { of: ({ key }) => key },
  }),
  tick: defineJob({
    name: 'tick',
    lane: 'clock',
    payload: z.object({}),
    attempts: 1,
    everyMs: 300,
  }),
} as const;

/** Number of a lane's jobs by state; `waiting` includes those with a priority. */
export async function countJobs({ lanes }: Queues, lane: Lane) {
  const queue = lanes.find(({ name }) => name === lane);
  const counts = await queue?.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts ?? {};
  return { waiting: waiting + prioritized, active, delayed, failed };
}

type TestHandlers = Handlers<typeof TEST_JOBS>;

/** The given handlers; the other jobs do nothing. */
export function handlersWith(given: Partial<TestHandlers>): TestHandlers {
  const idle = async () => {};
  return { plain: idle, urgent: idle, late: idle, brief: idle, single: idle, tick: idle, ...given };
}
