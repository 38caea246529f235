/*
 * The peer: Crawlee's CheerioCrawler without sessions, statistics on disk and retries, reading the same three fields
 * from the same places (JSON-LD, Next.js data, a state script), and nothing else.
 */
import { pathToFileURL } from 'node:url';
import { LEAN_CRAWLEE, leanCrawler, type Read, runSubject } from '../subjects.ts';

type Json = Record<string, unknown>;

runSubject(async ({ port, peers, lanes }) => {
  const crawlee = await import(
    pathToFileURL(`${peers}/node_modules/@crawlee/cheerio/index.mjs`).href
  );
  crawlee.log.setLevel(crawlee.log.LEVELS.ERROR);
  return {
    async work(paths) {
      const read: Read = {};
      const crawler = new crawlee.CheerioCrawler(
        {
          ...leanCrawler(lanes),
          requestHandler: ({ $, request }: { $: Query; request: { userData: Json } }) => {
            read[String(request.userData['path'])] = readStated($);
          },
        },
        new crawlee.Configuration(LEAN_CRAWLEE),
      );
      await crawler.run(
        paths.map((path, index) => ({
          url: `http://127.0.0.1:${port}${path}`,
          uniqueKey: `${index}${path}`,
          userData: { path },
        })),
      );
      return read;
    },
  };
});

/** The part of cheerio's function that is used here. */
type Query = (selector: string) => { toArray(): { children: { data?: string }[] }[] };

function readStated($: Query): Read[string] {
  const textsOf = (selector: string) =>
    $(selector)
      .toArray()
      .map((script) => script.children[0]?.data ?? '');
  for (const text of textsOf('script[type="application/ld+json"]')) {
    const roots = [parsed(text)].flat() as (Json | null)[];
    const nodes = roots.flatMap((root) => (root?.['@graph'] as Json[] | undefined) ?? [root ?? {}]);
    for (const node of nodes) {
      if (node['@type'] === 'Product') return fromNode(node, node);
      if (node['@type'] === 'ProductGroup')
        return fromNode(node, (node['hasVariant'] as Json[])[0]);
    }
  }
  for (const text of textsOf('#__NEXT_DATA__'))
    return fromState(JSON.parse(text).props?.pageProps?.product ?? {});
  for (const text of textsOf('script')) {
    const state = /window\.__PRELOADED_STATE__ = (\{.*?\});window\.__BUILD__/s.exec(text)?.[1];
    if (state) return fromState(JSON.parse(state).pdp.product);
  }
  return null;
}

/** Saved pages hold blocks that are no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fromNode(node: Json, holder: Json | undefined): Read[string] {
  const offer = ([holder?.['offers']].flat()[0] ?? {}) as Json;
  return {
    name: String(node['name']),
    price: Number(offer['price']).toFixed(2),
    isInStock: String(offer['availability']).endsWith('InStock'),
  };
}

function fromState(product: Json): Read[string] {
  return {
    name: String(product['name']),
    price: Number(product['price']).toFixed(2),
    isInStock: product['availability'] === 'InStock',
  };
}
