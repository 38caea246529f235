import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { offerOfRow } from '#worker/feeds/feed-offer.ts';
import type { FeedRow } from '#worker/feeds/feed-row.ts';
import { guardOffer } from '#worker/offers/guard.ts';
import { offerContent, offerToStore } from '#worker/offers/offer-to-store.ts';
import { createRandom } from '../search/random.ts';
import { createVocabulary } from '../search/vocabulary.ts';

/** Where the generated shop sells. */
export const WEBSITE = 'https://www.bench-shop.example/';

/** A shop's feed as it is read again and again: 5 % of its prices move from one reading to the next, evenly spread. */
export interface Catalogue {
  size: number;
  /** The rows of the feed at a reading, 0 the first. */
  rows(reading: number): AsyncGenerator<FeedRow>;
  /** The same rows as they reach the storing: guarded and matched. */
  offers(reading: number, productIds: readonly string[]): OfferToStore[];
}

const ONE_IN = 20;

/** A catalogue of so many offers; always the same. */
export function createCatalogue(size: number): Catalogue {
  const { brands, types, lines } = createVocabulary();
  const random = createRandom(11);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const items = Array.from({ length: size }, (_, n) => {
    const brand = capital(pick(brands));
    const name = `${brand} ${capital(pick(lines))} ${capital(pick(types))} ${100 + (n % 900)}`;
    const slug = `${name.toLowerCase().replaceAll(' ', '-')}-${n}`;
    const cents = 2_000 + Math.floor(random() * 50_000);
    return { n, brand, name, slug, cents, turn: Math.floor(random() * ONE_IN) };
  });
  const fieldsOf = (item: (typeof items)[number], reading: number) => {
    const moves = Array.from({ length: reading }, (_, k) => (k + 1) % ONE_IN).filter(
      (turn) => turn === item.turn,
    ).length;
    return new Map([
      ['id', `SKU-${item.n}`],
      ['title', item.name],
      ['link', `${WEBSITE}products/${item.slug}?utm_source=feed`],
      ['price', `${((item.cents + moves * 150) / 100).toFixed(2)} AUD`],
      ['availability', 'in_stock'],
      ['condition', 'new'],
      ['brand', item.brand],
      ['producttype', 'Home > Kitchen > Small appliances'],
      ['imagelink', `${WEBSITE}media/catalog/product/${item.slug}.jpg`],
      ['description', `${item.name}: what every kitchen needs, with a warranty of two years.`],
    ]);
  };
  return {
    size,
    async *rows(reading) {
      for (const item of items) yield { row: item.n + 1, fields: fieldsOf(item, reading) };
    },
    offers: (reading, productIds) =>
      items.map((item) => rowToStore(fieldsOf(item, reading), productIds[item.n] ?? '')),
  };
}

function rowToStore(fields: Map<string, string>, productId: string): OfferToStore {
  const read = offerOfRow(fields, { website: WEBSITE, now: new Date() });
  if ('refused' in read) throw new Error(`a generated row was refused: ${read.refused}`);
  const verdict = guardOffer(read.offer);
  if ('refused' in verdict) throw new Error(`a generated row was refused: ${verdict.refused}`);
  const matchBecause = ['the same brand', 'the same model', 'names alike: 0.93'];
  const assignment = { productId, matchMethod: 'model', matchConfidence: 0.97, matchBecause };
  const content = offerContent(verdict.offer, '', 'feed');
  return offerToStore({ reading: read.offer, content }, { ...assignment, matchMethod: 'model' });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
