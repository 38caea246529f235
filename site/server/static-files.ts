/*
 * The built pages and assets, read once and kept in memory with their headers ready to write.
 * The build leaves .br and .gz beside each file (site/server/pack-static.ts); none of them touches the disk again.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { contentTypeOf } from './content-types.ts';
import { compress } from './encodings.ts';
import { packedFile, type StaticFile } from './packed-file.ts';
import { type Replacements, withReplacements } from './replacements.ts';

/** By the path of the URL, as it stands in the request line: '/about', '/_astro/page.8f3a.js'. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

export interface StaticOptions {
  /** Absolute path of dist/client. */
  folder: string;
  siteOrigin: string;
  /** What holds here instead of what the build wrote. */
  replacements: Replacements;
  /** The Content-Security-Policy of each page, as Astro wrote it, by path. */
  policies: ReadonlyMap<string, string>;
}

/** A year: names under /_astro/ carry a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable';
/**
 * Asked for each time, but a browser that was here in the last ten minutes shows what it has meanwhile: a page is
 * never older than one visit, and never so old that the scripts it names are gone from the browser's own store.
 */
const ASK_MEANWHILE = 'public, max-age=0, stale-while-revalidate=600';
const AN_HOUR = 'public, max-age=3600';

/** Reads `folder` into memory. */
export async function readStaticFiles(options: StaticOptions): Promise<StaticFiles> {
  const entries = await readdir(options.folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(names.map((name) => readStaticFile(name, options)));
  return new Map(files);
}

async function readStaticFile(name: string, options: StaticOptions): Promise<[string, StaticFile]> {
  const path = urlPathOf(name.slice(options.folder.length));
  const type = contentTypeOf(name);
  const onDisk = await readFile(name);
  const replaced = isText(type) ? withReplacements(onDisk, options.replacements) : onDisk;
  const body = typeof replaced === 'string' ? Buffer.from(replaced) : replaced;
  // Only error pages keep their ending; Astro names them without.
  const policy = options.policies.get(path.replace(/\.html$/, ''));
  const headers = {
    'content-type': type,
    'cache-control': cachingOf(path, type),
    ...(policy !== undefined && { 'content-security-policy': policy }),
  };
  const file = await packedFile(body, headers, options.siteOrigin, (encoding) =>
    packedBody(name + EXTENSIONS[encoding], body === onDisk, body, encoding),
  );
  return [path, file];
}

/** What the build's packed copies are called. */
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** The build's packed copy, or a new one when there is none or something of the page was replaced. */
async function packedBody(name: string, asBuilt: boolean, body: Buffer, encoding: 'br' | 'gzip') {
  return asBuilt && existsSync(name) ? readFile(name) : compress(body, encoding);
}

/** '/about/index.html' → '/about'. */
function urlPathOf(relative: string): string {
  const path = encodeURI(relative.split(sep).join('/'));
  const page = path.replace(/(?:^|\/)index\.html$/, '');
  return page === '' ? '/' : page;
}

function isText(type: string): boolean {
  return /^text\/html|xml|^text\/plain|manifest/.test(type);
}

function cachingOf(path: string, type: string): string {
  if (path.startsWith('/_astro/')) return FOREVER;
  return type.startsWith('text/html') ? ASK_MEANWHILE : AN_HOUR;
}
