/*
 * The import rules: site → db ← worker, db → db/domain, domain → zod only; and the search for import cycles.
 */
import { dirname } from 'node:path/posix';
import type { Import, SourceFacts } from './source-facts.ts';

type Layer = 'domain' | 'db' | 'site' | 'worker' | 'other';

const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  domain: ['domain'],
  db: ['db', 'domain'],
  site: ['site', 'db', 'domain'],
  worker: ['worker', 'db', 'domain'],
  // Tests, configuration and scripts.
  other: ['other', 'site', 'worker', 'db', 'domain'],
};

/** Files that may read process.env: the configuration, the build, tests and CI. */
const ENVIRONMENT_READERS =
  /^(?:db\/runtime\/config\.ts|astro\.config\.mjs|tests\/.*|\.ci\/.*|.*\.test\.ts)$/;

/** The part of site/ that runs in the server process. Everything else is bundled by Astro. */
const SERVER_SIDE = /^site\/(?:api\/|admin\/|server\/|server\.ts$|middleware\.ts$)/;

/** Data written as code, and tests, may exceed MAX_LINES. */
const MAY_BE_LONG = /^(?:tests\/|db\/seed\/|site\/content\/)|\/catalogue\/|\.test\.tsx?$/;
const MAX_LINES = 300;

/** Every rule that the file breaks, as sentences. */
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
  // Unit tests may use tests/support.
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

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports between files, types included. */
export function fileGraph(files: readonly SourceFacts[]): Graph {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, imports }) => [
      path,
      new Set(
        imports.flatMap(({ target }) => (target !== null && paths.has(target) ? target : [])),
      ),
    ]),
  );
}

/** The imports between folders; a folder does not include its subfolders. */
export function folderGraph(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const folder = dirname(path);
    const found = folders.get(folder) ?? new Set();
    for (const target of targets) if (dirname(target) !== folder) found.add(dirname(target));
    folders.set(folder, found);
  }
  return folders;
}

/** The strongly connected components with more than one node, each sorted (Tarjan 1972). */
export function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const low = (node: string) => lowest.get(node) ?? 0;
  const visit = (node: string) => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(low(node), low(next)));
    }
    if (low(node) !== order.get(node)) return;
    const part = stack.splice(stack.indexOf(node));
    if (part.length > 1) cycles.push(part.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
