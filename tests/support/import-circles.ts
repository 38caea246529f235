import { dirname } from 'node:path/posix';
import type { SourceFacts } from './source-facts.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** What each file imports of the others, types included. */
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

/** What the files of each folder import of other folders. A folder does not stand for those inside it. */
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

/** The strongly connected parts of a graph that hold more than one node, each sorted (Tarjan 1972). */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
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
    if (part.length > 1) circles.push(part.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}
