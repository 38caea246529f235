/*
 * Adds the entries that `npm ci` requires but npm omits from package-lock.json: optional packages for other platforms that the
 * registry lacks. A version and a platform suffice; npm skips the package on this platform.
 * Run after every `npm install`: npm run lockfile
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface LockedPackage {
  version?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

const FILE = new URL('../package-lock.json', import.meta.url);

/** The word in a package name and npm's platform name; the first match wins. */
const SYSTEMS = [
  ['darwin', 'darwin'],
  ['win32', 'win32'],
  ['windows', 'win32'],
  ['android', 'android'],
  ['freebsd', 'freebsd'],
  ['openharmony', 'openharmony'],
  ['wasm', 'none'],
  ['linux', 'linux'],
] as const;
const PROCESSORS = [
  'arm64',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'wasm32',
  'arm',
];

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, LockedPackage> };
const missing = missingOptionals(lock.packages);
for (const { name, range } of missing) {
  lock.packages[`node_modules/${name}`] ??= stub(name, range);
}
// npm's own order; otherwise the next install rewrites the file.
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${missing.length} entries added for other platforms`);

function missingOptionals(packages: Record<string, LockedPackage>) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isInstalledFor(packages, path, name))
      .map(([name, range]) => ({ name, range })),
  );
}

/** Searches like Node: the package's own node_modules, then those of the folders above. */
function isInstalledFor(packages: Record<string, LockedPackage>, path: string, name: string) {
  for (let folder = path; ; folder = parentPackage(folder)) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

/** The folder of the package that contains `folder`; '' for the root. */
function parentPackage(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
}

function stub(name: string, range: string): LockedPackage {
  const system = SYSTEMS.find(([word]) => name.includes(word))?.[1];
  const processor = PROCESSORS.find((word) => name.includes(word));
  return {
    version: range.replace(/^[\^~]/, ''),
    optional: true,
    ...(system && system !== 'none' && { os: [system] }),
    ...(processor && { cpu: [processor] }),
  };
}
