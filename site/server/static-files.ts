/*
 * The built pages and assets, read once and kept in memory with their headers ready to write.
 * The build leaves .br and .gz beside each file (site/server/pack-static.ts); none of them touches the disk again.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { contentTypeOf } from './content-types.ts';
import { compress, type Encoding, isCompressible } from './encodings.ts';
import { COMPRESS_ABOVE_BYTES } from './limits.ts';
import { type HeaderMap, secure } from './security-headers.ts';

/** One way to send a file. */
export interface Variant {
  body: Buffer;
  etag: string;
  /** Names and values in turn, as `writeHead` takes them fastest. */
  headers: string[];
  /** Those of a 304. */
  headersUnchanged: string[];
}

/** A file by encoding; '' is always there. */
export type StaticFile = { '': Variant } & Partial<Record<Encoding, Variant>>;

/** By the path of the URL, as it stands in the request line: '/about', '/_astro/page.8f3a.js'. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

export interface StaticOptions {
  /** Absolute path of dist/client. */
  folder: string;
  /** What the build took for the site's origin, and what it is. */
  builtFor: string;
  siteOrigin: string;
  /** The Content-Security-Policy of each page, as Astro wrote it, by path. */
  policies: ReadonlyMap<string, string>;
}

/** A year: names under /_astro/ carry a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';
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
  const body = isText(type) ? moved(onDisk, options) : onDisk;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 20);

  const variant = (encoded: Buffer, encoding: Encoding): Variant => {
    const etag = `"${hash}${encoding && `-${encoding}`}"`;
    // Only error pages keep their ending; Astro names them without.
    const policy = options.policies.get(path.replace(/\.html$/, ''));
    const shared: HeaderMap = {
      etag,
      'cache-control': cachingOf(path, type),
      ...(isCompressible(type) && { vary: 'accept-encoding' }),
      ...(policy !== undefined && { 'content-security-policy': policy }),
    };
    const full = secure({ ...shared, 'content-type': type }, options.siteOrigin);
    full['content-length'] = String(encoded.length);
    if (encoding) full['content-encoding'] = encoding;
    return { body: encoded, etag, headers: flat(full), headersUnchanged: flat(shared) };
  };

  const file: StaticFile = { '': variant(body, '') };
  if (!isCompressible(type) || body.length < COMPRESS_ABOVE_BYTES) return [path, file];
  for (const [encoding, extension] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const packed = await packedBody(name + extension, body === onDisk, body, encoding);
    if (packed.length < body.length) file[encoding] = variant(packed, encoding);
  }
  return [path, file];
}

/** The build's packed copy, or a new one when there is none or the origin in the page has changed. */
async function packedBody(name: string, asBuilt: boolean, body: Buffer, encoding: Encoding) {
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

/** The text with the site's own origin where the build put its guess: canonical links, the sitemap, share tags. */
function moved(body: Buffer, { builtFor, siteOrigin }: StaticOptions): Buffer {
  if (builtFor === siteOrigin || !body.includes(builtFor)) return body;
  return Buffer.from(body.toString('utf8').replaceAll(builtFor, siteOrigin));
}

function cachingOf(path: string, type: string): string {
  if (path.startsWith('/_astro/')) return FOREVER;
  return type.startsWith('text/html') ? ASK_EACH_TIME : AN_HOUR;
}

function flat(headers: HeaderMap): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}
