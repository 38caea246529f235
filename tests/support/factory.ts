/*
 * Rows for tests, made from the entities: `createOffer(em, { retailer: shop.id, product: kettle.id, priceCents: 900 })` fills
 * each column that the test does not name. Each function stores its row in a unit of work of its own and returns it, so that
 * `em` reads the database and not what a test wrote.
 */
import type {
  EntityManager,
  EntityName,
  FilterQuery,
  InferEntity,
  RequiredEntityData,
} from '@mikro-orm/postgresql';
import { Alert } from '#db/entities/alert.ts';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { Product } from '#db/entities/product.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { Run } from '#db/entities/run.ts';
import { Favorite, SearchHistory, ViewHistory } from '#db/entities/shopper.ts';
import { User } from '#db/entities/user.ts';

import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { cents } from '#domain/money.ts';

type Row<E> = RequiredEntityData<InferEntity<E>>;
/** The columns that a test names; `Needed` have no default. */
type Own<E, Needed extends keyof Row<E> = never> = Partial<Row<E>> & Pick<Row<E>, Needed>;

/** An offer for createOffer. */
export type OwnOffer = Own<typeof Offer, 'retailer' | 'product'>;

/** What columns hold unless a test says otherwise. */
export const RETAILER = {
  category: 'Department store',
  region: 'NSW',
  trustScore10: 5,
  paceMs: 0,
  kind: 'real' as const,
  status: 'enabled' as const,
  discovery: { sitemap: true, listUrls: [], searchUrlTemplate: null },
};
export const PRODUCT = { name: 'Kettle', specifications: {} };
export const OFFER = {
  name: 'Kettle',
  searchText: 'kettle',
  source: 'live' as const,
  extraction: 'json-ld',
  matchMethod: 'new' as const,
  matchConfidence: 1,
  matchBecause: [] as string[],
  priceCents: 10_000,
  availability: 'in_stock' as const,
};
export const PRICE_POINT = { availability: 'in_stock' as const };
export const RUN = { kind: 'crawl' as const, status: 'done' as const };

const DAY_MS = 86_400_000;
let rows = 0;

/** The moment so many days ago. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}

/** The moment so many hours from now. */
export function hoursFromNow(hours: number): Date {
  return daysAgo(-hours / 24);
}

/** The moment so many seconds ago. */
export function secondsAgo(seconds: number): Date {
  return new Date(Date.now() - seconds * 1_000);
}

/** The slot of a price point so many days ago: whole minutes since 1970. */
export function slotDaysAgo(days: number): number {
  return Math.floor(daysAgo(days).getTime() / 60_000);
}

/** Adds an enabled shop that is crawled without pauses. Its address follows from its slug. */
export function createRetailer(em: EntityManager, own: Own<typeof Retailer> = {}) {
  const slug = own.slug ?? `shop-${next()}`;
  const named = { slug, name: slug, website: `https://${slug}.example` };
  return stored(em, Retailer, { ...RETAILER, ...named, ...own });
}

/** Adds a product: a kettle. */
export function createProduct(em: EntityManager, own: Own<typeof Product> = {}) {
  return stored(em, Product, { ...PRODUCT, ...own });
}

const offerRow = (own: OwnOffer) => ({
  ...OFFER,
  url: `https://shop.example/${next()}`,
  priceChangedAt: daysAgo(0),
  lastSeenAt: daysAgo(0),
  ...own,
});

/** Adds an offer of $100 in stock, seen just now. */
export async function createOffer(em: EntityManager, own: OwnOffer) {
  const offer = await stored(em, Offer, offerRow(own));
  await refreshSearchProducts(em, [offer.product.id]);
  return offer;
}

/** Adds many such offers in a fraction of the time, in this order. */
export async function createOffers(em: EntityManager, all: readonly OwnOffer[]) {
  const unit = unitOf(em);
  const offers = all.map((own) => unit.create(Offer, offerRow(own)));
  await unit.flush();
  await refreshSearchProducts(em, [...new Set(offers.map(({ product }) => product.id))]);
  return offers;
}

/** Adds what an offer cost from `slot` on; just now unless the test says when. */
export function createPricePoint(
  em: EntityManager,
  own: Own<typeof PricePoint, 'offer' | 'priceCents'>,
) {
  return stored(em, PricePoint, { ...PRICE_POINT, slot: slotDaysAgo(0), ...own });
}

/** Adds a product page that is read every two hours and is due. */
export function createPage(em: EntityManager, own: Own<typeof Page, 'retailer'>) {
  return stored(em, Page, {
    url: `https://shop.example/page-${next()}`,
    kind: 'product',
    intervalMinutes: 120,
    ...own,
  });
}

/** Adds a crawl that is done. */
export function createRun(em: EntityManager, own: Own<typeof Run, 'retailer'>) {
  return stored(em, Run, { ...RUN, ...own });
}

/** Adds a shopper, Kylie, who has no password. */
export function createUser(em: EntityManager, own: Own<typeof User> = {}) {
  return stored(em, User, { email: `kylie-${next()}@example.com`, name: 'Kylie', ...own });
}

/** Adds an alert at any drop below $200; a target price makes it one of kind target. */
export function createAlert(em: EntityManager, own: Own<typeof Alert, 'user' | 'product'>) {
  return stored(em, Alert, {
    email: 'kylie@example.com',
    state: 'watching',
    basePriceCents: 20_000,
    kind: own.targetCents == null ? 'any_drop' : 'target',
    ...own,
  });
}

/** Adds an offer to a shopper's favourites at $100. */
export function createFavorite(em: EntityManager, own: Own<typeof Favorite, 'user' | 'offer'>) {
  return stored(em, Favorite, { priceAtFavoriteCents: 10_000, ...own });
}

/** Adds a product page to the history of a shopper. */
export function createView(em: EntityManager, own: Own<typeof ViewHistory, 'user' | 'product'>) {
  return stored(em, ViewHistory, own);
}

/** Adds a search to the history of a shopper. */
export function createPastSearch(em: EntityManager, own: Own<typeof SearchHistory, 'user'>) {
  return stored(em, SearchHistory, { query: 'kettle', resultsCount: 1, ...own });
}

/** A reading of a kettle, ready to be stored as an offer; stores nothing. */
export function offerReading(
  own: Partial<OfferToStore> & Pick<OfferToStore, 'productId' | 'url'>,
): OfferToStore {
  return {
    ...OFFER,
    variant: '',
    seller: '',
    zone: 'national',
    priceCents: cents(OFFER.priceCents),
    brand: null,
    category: null,
    shelf: null,
    gtin: null,
    sku: null,
    imageUrl: null,
    originalPriceCents: null,
    memberPriceCents: null,
    deliveryCents: null,
    multiBuy: null,
    unitPrice: null,
    ratingAverage: null,
    ratingCount: null,
    ...own,
  };
}

/** Any row of a table, as a rule its only one; throws when it is empty. */
export async function anyRow<E extends object>(
  em: EntityManager,
  entity: EntityName<E>,
): Promise<E> {
  const [row] = await em.fork().findAll(entity, { limit: 1 });
  if (!row) throw new Error('the table is empty');
  return row;
}

/** What is stored of each offer that fits, by name and address; `points` are its prices, oldest first. */
export async function storedOffers(
  em: EntityManager,
  which: FilterQuery<InferEntity<typeof Offer>> = {},
) {
  const unit = em.fork();
  const offers = await unit.find(Offer, which, {
    orderBy: { name: 'asc', url: 'asc', variant: 'asc' },
  });
  const points = await unit.find(
    PricePoint,
    { offer: { $in: offers } },
    { orderBy: { slot: 'asc' } },
  );
  return offers.map(({ id, name, url, variant, seller, priceCents, availability, ...offer }) => ({
    id,
    name,
    url,
    variant,
    seller,
    price: priceCents,
    availability,
    seenAt: offer.lastSeenAt,
    changedAt: offer.priceChangedAt,
    points: points.filter((point) => point.offer.id === id).map((point) => point.priceCents),
  }));
}

/** A checksum of every price point and pack with its offer: the same as long as no price of the past is lost or moves. */
export async function historyChecksum(em: EntityManager): Promise<string> {
  const [row] = await em.fork().execute<{ checksum: string }[]>(
    `select md5((select string_agg(p::text, '|' order by p.offer_id, p.slot) from price_point p)
      || coalesce((select string_agg(k::text, '|' order by k.offer_id, k.year) from price_pack k), '')) as checksum`,
  );
  return row?.checksum ?? '';
}

function next(): number {
  rows += 1;
  return rows;
}

const unitOf = (em: EntityManager) => em.fork({ keepTransactionContext: true });

async function stored<E extends object>(
  em: EntityManager,
  entity: EntityName<E>,
  data: RequiredEntityData<E>,
): Promise<E> {
  const unit = unitOf(em);
  const row = unit.create(entity, data);
  await unit.flush();
  return row;
}
