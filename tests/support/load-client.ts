/*
 * A load generator in a process of its own: sends requests at a constant rate, even when answers fall behind.
 * Takes the JSON of a Load as its only argument and prints the JSON of its Answers.
 */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** What is asked, how often and how long. */
export interface Load {
  origin: string;
  calls: { path: string; body?: string }[];
  /** Requests a second. */
  rate: number;
  seconds: number;
  connections: number;
}

/** Milliseconds from sending a request to the end of its answer, by status; 0: no answer came. */
export type Answers = Record<number, number[]>;

const STEP_MS = 20;

async function ask(load: Load): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const answers: Answers = {};
  const asked: Promise<void>[] = [];
  const begin = performance.now();
  for (let index = 0; index < load.rate * load.seconds; index += 1) {
    const due = begin + (index * 1_000) / load.rate;
    if (due - performance.now() > STEP_MS) await wait(STEP_MS);
    asked.push(
      askOnce(load, agent, index).then(([status, ms]) => {
        answers[status] ??= [];
        answers[status].push(ms);
      }),
    );
  }
  await Promise.all(asked);
  agent.destroy();
  return answers;
}

function askOnce(load: Load, agent: Agent, index: number): Promise<[status: number, ms: number]> {
  const { path, body } = load.calls[index % load.calls.length] ?? { path: '/' };
  const { promise, resolve } = Promise.withResolvers<[number, number]>();
  // Waiting for a connection is no time of the server's.
  let sentAt = performance.now();
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `203.${index % 250}.${(index >> 3) % 250}.7`,
  };
  const asking = request(load.origin + path, { agent, method: body ? 'POST' : 'GET', headers });
  asking
    .on('socket', () => {
      sentAt = performance.now();
    })
    .on('response', (response) => {
      const { statusCode = 0 } = response;
      response.resume().on('close', () => resolve([statusCode, performance.now() - sentAt]));
    })
    .on('error', () => resolve([0, performance.now() - sentAt]))
    .end(body);
  return promise;
}

process.stdout.write(JSON.stringify(await ask(JSON.parse(process.argv[2] ?? ''))));
