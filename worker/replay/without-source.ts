import { OperatorError } from '#domain/errors.ts';

/** Takes one source out of a page's text, and leaves all others as they are. */
const REMOVED = {
  'json-ld': [/<script\b[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script\s*>/gi, ''],
  microdata: [
    /\s(?:itemprop|itemscope|itemtype|itemid|itemref)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/>])/gi,
    '',
  ],
  metas: [/<meta\b[^>]*\b(?:property|name)\s*=\s*["']?(?:og|product|twitter):[^>]*>/gi, ''],
  scripts: [/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, ''],
} as const satisfies Record<string, readonly [RegExp, string]>;

/** What a page can be read without: `metas` are those of Open Graph and its kin, `scripts` all of them, JSON-LD too. */
export type PageSource = keyof typeof REMOVED;
const PAGE_SOURCES = Object.keys(REMOVED) as PageSource[];

/** The sources of these names. Throws OperatorError for another one. */
export function pageSources(names: readonly string[]): PageSource[] {
  return names.map((name) => {
    const source = PAGE_SOURCES.find((known) => known === name);
    if (source) return source;
    throw new OperatorError(`A page has no source '${name}': say ${PAGE_SOURCES.join(', ')}.`);
  });
}

/** A page's text as it would be if the shop did not state these: how far a reading depends on one of them. */
export function withoutSources(body: string, sources: readonly PageSource[]): string {
  return sources.reduce((text, source) => text.replace(...REMOVED[source]), body);
}
