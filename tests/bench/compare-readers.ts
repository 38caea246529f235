/* The runner of the benches of reading (fetch-extract.ts, render.ts): subjects in turn, round after round, on one server of pages. */
import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { createTestDatabase } from '../support/database.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import type { ShopPage } from './fetch-extract/shop-pages.ts';
import { median } from './measure.ts';
import { answerOf, type Cost, costOf, type Order, readRight } from './subjects.ts';

interface Contest<Subject extends string> {
  /** Of tests/bench, with a file for each subject and serve-pages.ts. */
  folder: string;
  subjects: readonly Subject[];
  rounds: number;
  /** Of serve-pages.ts. */
  serverArgs: string[];
  pages: readonly Pick<ShopPage, 'path' | 'name' | 'price' | 'isInStock' | 'saved'>[];
  order: Pick<Order, 'lanes' | 'peers' | 'chromiumPath'>;
  /** How often the subject visits each page, and how its process is started. */
  of(subject: Subject): { rounds: number; flags?: readonly string[]; env?: NodeJS.ProcessEnv };
  /** Runs one subject; default: as costOf does. */
  run?(child: ChildProcess, order: Order): Promise<Cost>;
}

/** Runs the subjects and prints a table; returns the middle speed by a measure, and the peak memory in MB. */
export async function compareReaders<Subject extends string>(contest: Contest<Subject>) {
  const { subjects, rounds, pages, run = costOf } = contest;
  const stopPostgres = await startPostgres();
  const database = await createTestDatabase();
  await migrate(database.url);
  const start = (file: string, args: string[], flags: readonly string[], env?: NodeJS.ProcessEnv) =>
    fork(join(import.meta.dirname, contest.folder, `${file}.ts`), args, {
      execArgv: [...flags],
      ...(env && { env }),
    });
  const server = start('serve-pages', contest.serverArgs, []);
  const port = await answerOf<number>(server);
  const costs = new Map<Subject, Cost[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) {
      const { rounds: visits, flags = [], env } = contest.of(subject);
      const cost = await run(start(subject, [], flags, env), {
        ...contest.order,
        port,
        paths: pages.map(({ path }) => path),
        rounds: visits,
        saved: Object.fromEntries(
          pages.flatMap(({ path, saved }) => (saved ? [[path, saved]] : [])),
        ),
        databaseUrl: database.url,
      });
      costs.set(subject, [...(costs.get(subject) ?? []), cost]);
    }
  }
  server.kill();
  await database.drop();
  await stopPostgres();

  const all = (subject: Subject) => costs.get(subject) ?? [];
  const speed = (subject: Subject, by: 'cpuMs' | 'wallMs') =>
    median(all(subject).map((cost) => (cost.pages / cost[by]) * 1000));
  const peakMb = (subject: Subject) => Math.max(...all(subject).map((cost) => cost.peakMb));
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}: ${pages.length} pages, ${rounds} rounds`,
  );
  console.table(
    Object.fromEntries(
      subjects.map((subject) => [
        subject,
        {
          'pages/s of one core': speed(subject, 'cpuMs').toFixed(1),
          'pages/s by the clock': speed(subject, 'wallMs').toFixed(1),
          'peak MB': Math.round(peakMb(subject)),
          'read right': `${readRight(pages, all(subject))} of ${pages.length}`,
        },
      ]),
    ),
  );
  return { speed, peakMb };
}
