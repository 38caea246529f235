import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { openQueues } from '#db/queues/open-queues.ts';
import { OperatorError } from '#domain/errors.ts';
import type { ChildTask } from '../support/queue-child.ts';
import { TEST_JOBS } from '../support/queue-jobs.ts';
import { CHILD, kill, testRecovery } from '../support/queue-recovery.ts';
import { openPostgresStore } from '../support/queue-stores.ts';

testRecovery(openPostgresStore);

test('a slow requeue to the end of the lane logs no warning', async () => {
  const store = await openPostgresStore();
  const queues = await openQueues(store.config);
  await store.database.query('create table mark (key text, what text, pid integer)');
  // A busy store: the way from delayed to waiting takes longer than a lock goes without being renewed.
  await store.database.query(`create function dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(2.5); return new; end $$`);
  await store.database.query(`create trigger dawdle before update on bullmq.job for each row
    when (old.state = 'delayed' and new.state = 'waiting') execute function public.dawdle()`);
  const task: ChildTask = { config: store.config, concurrency: 1, hangs: false, putsBack: true };
  const child = spawn(process.execPath, [CHILD, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn' },
  });
  let log = '';
  child.stdout.on('data', (text: Buffer) => {
    log += text;
  });
  const done = async () =>
    (await store.database.query(`select from mark where what = 'done'`)).rowCount;
  await queues.add(TEST_JOBS.plain, { key: 'a' });
  await expect.poll(done).toBe(1);
  await kill(child);
  await queues.close();
  await store.stop();
  expect(log.trim()).toBe('ready');
});

test.each([
  ['DATABASE_URL', { redisUrl: null, databaseUrl: 'postgres://me:hidden@127.0.0.1:1/none' }],
  ['REDIS_URL', { redisUrl: 'redis://me:hidden@127.0.0.1:1', databaseUrl: '' }],
])('reports a missing store by its variable %s, without its password', async (variable, config) => {
  const opened = openQueues({ ...config, patienceMs: 0 });
  await expect(opened).rejects.toThrow(OperatorError);
  await expect(opened).rejects.toThrow(variable);
  await expect(opened).rejects.toThrow('ECONNREFUSED');
  await expect(opened).rejects.not.toThrow('hidden');
});
