/*
 * The layers and who may lean on whom: site → db ← worker, db → db/domain, domain → nothing but zod.
 */
import type { Import, SourceFacts } from './source-facts.ts';

type Layer = 'domain' | 'db' | 'site' | 'worker' | 'other';

const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  domain: ['domain'],
  db: ['db', 'domain'],
  site: ['site', 'db', 'domain'],
  worker: ['worker', 'db', 'domain'],
  // Tests, configuration and scripts stand outside.
  other: ['other', 'site', 'worker', 'db', 'domain'],
};

/** Where the environment may be read: its one file, the build, and what runs before or around the program. */
const ENVIRONMENT_READERS =
  /^(?:db\/runtime\/config\.ts|astro\.config\.mjs|tests\/.*|\.ci\/.*|.*\.test\.ts)$/;

/** The part of site/ that lives in the server's process. All other parts are bundled, for the browser or by Astro. */
const SERVER_SIDE = /^site\/(?:api\/|admin\/|server\/|server\.ts$|middleware\.ts$)/;

/** Data in the shape of code, history and tests may be long. */
const MAY_BE_LONG =
  /^(?:tests\/|db\/migrations\/|db\/seed\/|site\/content\/)|\/catalogue\/|\.test\.tsx?$/;
const MAX_LINES = 300;

/** Every rule that the file breaks, as sentences; empty when all is well. */
export function faultsOf(facts: SourceFacts): string[] {
  const { path, lines, isBarrel, readsEnvironment } = facts;
  const faults = facts.imports.flatMap((item) => importFaults(path, item));
  if (readsEnvironment && !ENVIRONMENT_READERS.test(path)) {
    faults.push('reads process.env: only db/runtime/config.ts may');
  }
  if (isBarrel) faults.push('only re-exports: import from the file that has it');
  if (lines > MAX_LINES && !MAY_BE_LONG.test(path)) {
    faults.push(`has ${lines} lines: split it above ${MAX_LINES}`);
  }
  return faults.map((fault) => `${path} ${fault}`);
}

function importFaults(path: string, { specifier, target, typeOnly }: Import): string[] {
  const from = layerOf(path);
  // A unit test may use the tests' own support.
  if (/\.test\.tsx?$/.test(path) && target?.startsWith('tests/')) return [];
  if (target === null) {
    return from === 'domain' && specifier !== 'zod' && !path.endsWith('.test.ts')
      ? [`imports ${specifier}: the domain is pure and may use zod only`]
      : [];
  }
  const to = layerOf(target);
  if (!MAY_IMPORT[from].includes(to)) return [`imports ${specifier}: ${from} may not use ${to}`];
  if (specifier.startsWith('.') && topFolder(path) !== topFolder(target) && from !== 'other') {
    return [`imports ${specifier}: use the #alias to reach another folder`];
  }
  const bundled = from === 'site' && !SERVER_SIDE.test(path) && !path.endsWith('.test.ts');
  if (bundled && !typeOnly && (to === 'db' || SERVER_SIDE.test(target))) {
    return [`imports ${specifier}: pages and islands are bundled; ask through locals.api or /api`];
  }
  return [];
}

function layerOf(path: string): Layer {
  if (path.startsWith('db/domain/')) return 'domain';
  const top = topFolder(path);
  return top === 'db' || top === 'site' || top === 'worker' ? top : 'other';
}

function topFolder(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}
