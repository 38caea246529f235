/* Built pages and assets: compressed at the end of the build and read into memory at start, so that no request touches the disk. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { lookup } from 'mrmime';
import { COMPRESS_ABOVE_BYTES, compress, isCompressible } from './compression.ts';
import { type Replacements, withReplacements } from './replacements.ts';
import { createStaticFile, type StaticFile } from './static-file.ts';

/** Files by URL path as in the request line: '/about', '/_astro/page.8f3a.js'. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Options for serving a built site. */
export interface StaticOptions {
  /** Absolute path of dist/client. */
  folder: string;
  siteOrigin: string;
  replacements: Replacements;
  /** The Content-Security-Policy that Astro wrote for each page, by path. */
  policies: ReadonlyMap<string, string>;
}

/** One year, for names under /_astro/, which contain a content hash. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Browsers may show a page up to ten minutes old while they revalidate; older pages might name deleted scripts. */
const REVALIDATE = 'public, max-age=0, stale-while-revalidate=600';
const ONE_HOUR = 'public, max-age=3600';

/** Workers, each with its own policy: the service worker fetches our pages; the barcode worker runs WebAssembly, as no page may. */
const WORKERS: readonly (readonly [path: RegExp, policy: string])[] = [
  [/^\/sw\.js$/, "default-src 'none'; connect-src 'self'"],
  [
    /^\/_astro\/barcode-worker-/,
    "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
  ],
];

/** Extensions of compressed copies. */
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** Writes a .br and a .gz copy next to every compressible file of `folder`, at the highest quality. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await fileNames(folder);
  await Promise.all(
    names.map(async (name) => {
      const body = await readFile(name);
      if (body.length < COMPRESS_ABOVE_BYTES || !isCompressible(contentTypeOf(name))) return;
      await writeFile(`${name}.br`, await compress(body, 'br', true));
      await writeFile(`${name}.gz`, await compress(body, 'gzip', true));
    }),
  );
}

export async function readStaticFiles(options: StaticOptions): Promise<StaticFiles> {
  const names = await fileNames(options.folder);
  return new Map(await Promise.all(names.map((name) => readStaticFile(name, options))));
}

/** Absolute paths of all files under `folder`, without compressed copies. */
async function fileNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function readStaticFile(name: string, options: StaticOptions): Promise<[string, StaticFile]> {
  const path = urlPathOf(name.slice(options.folder.length));
  const type = contentTypeOf(name);
  const built = await readFile(name);
  const replaced = /^text\/html|xml|^text\/plain|manifest/.test(type)
    ? withReplacements(built, options.replacements)
    : built;
  const body = typeof replaced === 'string' ? Buffer.from(replaced) : replaced;
  // Only error pages keep their extension; Astro's policies name them without it.
  const [, ofWorker] = WORKERS.find(([worker]) => worker.test(path)) ?? [];
  const policy = ofWorker ?? options.policies.get(path.replace(/\.html$/, ''));
  const headers = new Headers({
    'content-type': type,
    'cache-control': cachingOf(path, type),
    ...(policy !== undefined && { 'content-security-policy': policy }),
  });
  const file = await createStaticFile(body, headers, options.siteOrigin, async (encoding) => {
    const copy = name + EXTENSIONS[encoding];
    return body === built && existsSync(copy) ? readFile(copy) : compress(body, encoding);
  });
  return [path, file];
}

/** '/about/index.html' → '/about'. */
function urlPathOf(relative: string): string {
  const path = encodeURI(relative.split(sep).join('/'));
  const page = path.replace(/(?:^|\/)index\.html$/, '');
  return page === '' ? '/' : page;
}

function contentTypeOf(name: string): string {
  const type =
    lookup(name) ?? (name.endsWith('.ico') ? 'image/x-icon' : 'application/octet-stream');
  // Browsers compile WebAssembly as it arrives only where its type has no parameter.
  const isText = isCompressible(type) && type !== 'application/wasm';
  return isText ? `${type}; charset=utf-8` : type;
}

function cachingOf(path: string, type: string): string {
  if (path.startsWith('/_astro/')) return FOREVER;
  if (path === '/sorry') return 'no-store';
  // Browsers must see each build's worker at once.
  if (path === '/sw.js') return 'public, max-age=0';
  return type.startsWith('text/html') ? REVALIDATE : ONE_HOUR;
}
