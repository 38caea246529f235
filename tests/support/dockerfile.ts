/*
 * Reads a Dockerfile as far as ours goes, and lays out in a folder what an image of it would hold.
 */
import { cpSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

export interface Instruction {
  /** 'RUN', 'COPY' … */
  keyword: string;
  /** The rest of the line, continuations joined. */
  value: string;
}

export interface Stage {
  name: string;
  /** An image, or an earlier stage. */
  from: string;
  instructions: Instruction[];
}

/** The stages in their order. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: Stage[] = [];
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, keyword = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    const [, from, name] = keyword === 'FROM' ? (/^(\S+) AS (\S+)$/.exec(value) ?? []) : [];
    if (from && name) stages.push({ name, from, instructions: [] });
    else stages.at(-1)?.instructions.push({ keyword, value });
  }
  return stages;
}

/** The instructions of an image: those of the stages it builds on first. */
export function instructionsOf(stages: readonly Stage[], name: string): Instruction[] {
  const stage = stages.find((each) => each.name === name);
  return stage ? [...instructionsOf(stages, stage.from), ...stage.instructions] : [];
}

/** The last CMD in exec form: ['node', 'site/server.ts']. */
export function commandOf(instructions: readonly Instruction[], keyword = 'CMD'): string[] {
  const value = instructions.findLast((each) => each.keyword === keyword)?.value ?? '';
  return JSON.parse(value.slice(value.indexOf('[')));
}

/** All ENV settings. */
export function environmentOf(instructions: readonly Instruction[]): Record<string, string> {
  const settings = instructions
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ value }) => value.split(/\s+/))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(settings);
}

/** The package folders under node_modules that a RUN removes from the image, as globs. */
export function removedPackages(instructions: readonly Instruction[]): string[] {
  return instructions
    .filter(({ keyword }) => keyword === 'RUN')
    .flatMap(({ value }) => /rm -rf ((?:node_modules\/\S+ ?)+)/.exec(value)?.[1]?.split(' ') ?? [])
    .filter(Boolean);
}

/** Copies into `folder` what the image's COPY lines bring, node_modules as links without the `removed`. */
export function layOut(
  instructions: readonly Instruction[],
  root: string,
  folder: string,
  ignored: readonly string[],
  removed: readonly string[],
): void {
  for (const { value } of instructions.filter(({ keyword }) => keyword === 'COPY')) {
    const words = value.split(/\s+/).filter((word) => !word.startsWith('--'));
    const target = join(folder, words.at(-1) ?? '.');
    for (const word of words.slice(0, -1)) {
      const source = word.replace(/^\/app\//, '');
      if (source === 'node_modules') linkPackages(root, target, removed);
      else
        copy(
          join(root, source),
          words.length > 2 || target.endsWith('/') ? join(folder, source) : target,
          ignored,
          root,
        );
    }
  }
}

function copy(source: string, target: string, ignored: readonly string[], root: string): void {
  cpSync(source, target, {
    recursive: true,
    filter: (path) => {
      const name = path.slice(root.length + 1);
      // dist comes from the build, not from the sender's folder.
      return !ignored.some((glob) => glob !== 'dist' && matchesGlob(name, glob));
    },
  });
}

function linkPackages(root: string, target: string, removed: readonly string[]): void {
  const gone = new Set(removed.flatMap((glob) => globSync(glob, { cwd: root })));
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '.bin' || gone.has(`node_modules/${name}`)) continue;
    symlinkSync(join(root, 'node_modules', name), join(target, name));
  }
}
