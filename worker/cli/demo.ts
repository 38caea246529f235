/*
 * `cli demo`: lists the demo shops; `cli demo --break <shop> <kind>` breaks one while it runs, so that one can
 * watch the worker notice, and `… none` mends it. The server reads the control file within half a second.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#db/runtime/config.ts';
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import {
  BREAK_KINDS,
  type BreakKind,
  breaksFileIn,
  readBreaks,
  writeBreak,
} from '../demo/world/breaks.ts';

/** Runs `demo`; returns the exit code. Throws OperatorError for an unknown shop or kind. */
export async function demoCommand(
  args: readonly string[],
  write: (line: string) => void = console.log,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { break: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const file = breaksFileIn(loadConfig().dataDir);
  if (values.break) {
    const [shop = '', kind = ''] = positionals;
    writeBreak(file, knownShop(shop), knownKind(kind));
    write(kind === 'none' ? `${shop} is whole again.` : `${shop} is broken: ${kind}.`);
    return 0;
  }
  const broken = readBreaks(file);
  for (const { slug, name, category } of DEMO_RETAILERS) {
    const state = broken.get(slug);
    write(`${slug.padEnd(24)}${name.padEnd(26)}${category}${state ? `  broken: ${state}` : ''}`);
  }
  return 0;
}

function knownShop(slug: string): string {
  if (DEMO_RETAILERS.some((retailer) => retailer.slug === slug)) return slug;
  throw new OperatorError(`There is no demo shop '${slug}'; \`cli demo\` lists them.`);
}

function knownKind(kind: string): BreakKind | null {
  const known = BREAK_KINDS.find((one) => one === kind);
  if (known) return known;
  if (kind === 'none') return null;
  throw new OperatorError(`A demo shop can be broken as ${BREAK_KINDS.join(', ')}, or none.`);
}
