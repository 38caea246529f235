import { OperatorError } from '#domain/errors.ts';

/** Source → the pattern that removes it from a page's text, and only it. */
const REMOVED = {
  'json-ld': [/<script\b[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script\s*>/gi, ''],
  microdata: [
    /\s(?:itemprop|itemscope|itemtype|itemid|itemref)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=[\s/>])/gi,
    '',
  ],
  metas: [/<meta\b[^>]*\b(?:property|name)\s*=\s*["']?(?:og|product|twitter):[^>]*>/gi, ''],
  scripts: [/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, ''],
} as const satisfies Record<string, readonly [RegExp, string]>;

/** A source that replay can leave out: `metas` are Open Graph, product and Twitter metas, `scripts` all scripts, JSON-LD too. */
export type PageSource = keyof typeof REMOVED;
const PAGE_SOURCES = Object.keys(REMOVED) as PageSource[];

/** The sources of these names. Throws OperatorError for an unknown name. */
export function pageSources(names: readonly string[]): PageSource[] {
  return names.map((name) => {
    const source = PAGE_SOURCES.find((known) => known === name);
    if (source) return source;
    throw new OperatorError(`A page has no source '${name}': say ${PAGE_SOURCES.join(', ')}.`);
  });
}

/** A page's text without these sources, to show how far a reading depends on them. */
export function withoutSources(body: string, sources: readonly PageSource[]): string {
  return sources.reduce((text, source) => text.replace(...REMOVED[source]), body);
}
