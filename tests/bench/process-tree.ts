import { readdirSync, readFileSync } from 'node:fs';

/** Follows a process and all that it starts, from /proc: Linux only. */
export interface ProcessTree {
  /** Processor time so far, in milliseconds, of what has ended too. */
  cpuMs(): number;
  /** Proportional memory now, in megabytes: pages that processes share count once. */
  memoryMb(): number;
}

interface Member {
  parent: number;
  /** Its own processor time and that of the children it waited for, in milliseconds. */
  cpuMs: number;
}

/** Ticks of /proc/<pid>/stat: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

/**
 * The tree of a process. Children that nobody waited for, as a browser's when it ends, count as they were at the last
 * call: call often.
 */
export function processTree(root: number): ProcessTree {
  let before = membersOf(root);
  let lostMs = 0;
  return {
    cpuMs() {
      const now = membersOf(root);
      for (const [pid, { parent, cpuMs }] of before) {
        // Where the parent lives on, it has waited, and the time is in its own count.
        if (!now.has(pid) && !now.has(parent)) lostMs += cpuMs;
      }
      before = now;
      return [...now.values()].reduce((sum, { cpuMs }) => sum + cpuMs, lostMs);
    },
    memoryMb() {
      const kilobytes = [...before.keys()].map((pid) => {
        const rollup = textOf(`/proc/${pid}/smaps_rollup`);
        return Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1] ?? 0);
      });
      return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
    },
  };
}

function membersOf(root: number): Map<number, Member> {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => memberOf(name)),
  );
  const within = new Set([root]);
  for (let size = 0; size < within.size; ) {
    size = within.size;
    for (const [pid, { parent }] of all) if (within.has(parent)) within.add(pid);
  }
  return new Map([...all].filter(([pid]) => within.has(pid)));
}

function memberOf(name: string): [number, Member][] {
  const fields = textOf(`/proc/${name}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
  if (fields.length < 15) return [];
  const ticks = fields.slice(11, 15).map(Number);
  const cpuMs = ticks.reduce((sum, count) => sum + count, 0) * TICK_MS;
  return [[Number(name), { parent: Number(fields[1]), cpuMs }]];
}

/** Empty for a process that has just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
