/* A proxy between a program and a server on this machine, which does to their connections what networks do. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '#db/runtime/free-port.ts';

/** What may happen to a connection: the kinds of Toxiproxy, and a cut in the midst of an answer. */
export const NETWORK_FAULTS = [
  'latency',
  'down',
  'bandwidth',
  'slow close',
  'time-out',
  'reset',
  'slicer',
  'cut',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

const LATENCY_MS = 300;
const BYTES_A_SECOND = 20_000;
const SLOW_CLOSE_MS = 3_000;
const SLICE_BYTES = 7;
const CUT_AFTER_BYTES = 60;

export interface FaultProxy {
  port: number;
  /** Does this to all connections, those that are open included; null: nothing any more. */
  strike(fault: NetworkFault | null): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of `targetPort`. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let fault: NetworkFault | null = null;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (fault === 'down') return void near.destroy();
    if (fault === 'reset') return void near.resetAndDestroy();
    const far = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setNoDelay(true).on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        if (fault === 'slow close') setTimeout(() => to.destroy(), SLOW_CLOSE_MS).unref();
        else if (fault !== 'time-out') to.destroy();
      });
      void pass(from, to, () => fault);
    }
  });
  const port = await listen(server);
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    strike(next) {
      fault = next;
      if (next === 'down') end();
      if (next === 'reset') for (const socket of open) socket.resetAndDestroy();
      // A network that is well again has forgotten the connections that hung in it.
      if (next === null) end();
    },
    close: () =>
      new Promise((resolve) => {
        end();
        server.close(() => resolve());
      }),
  };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function pass(from: Socket, to: Socket, current: () => NetworkFault | null): Promise<void> {
  let passed = 0;
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      const fault = current();
      if (fault === 'time-out') continue;
      if (fault === 'latency') await wait(LATENCY_MS);
      if (fault === 'bandwidth') await wait((chunk.length / BYTES_A_SECOND) * 1_000);
      if (fault === 'cut' && passed + chunk.length > CUT_AFTER_BYTES) {
        to.write(chunk.subarray(0, Math.max(0, CUT_AFTER_BYTES - passed)));
        from.destroy();
        return;
      }
      passed += chunk.length;
      if (fault === 'slicer') await writeInSlices(to, chunk);
      else to.write(chunk);
    }
    to.end();
  } catch {
    // The connection ended: so does the other half.
  }
}

async function writeInSlices(to: Socket, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
    to.write(chunk.subarray(at, at + SLICE_BYTES));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
