/*
 * One offer for each product of a shop: offers stored under other addresses of its page are joined into the offer at the page's own
 * address. SQL text: moves history between offers, and keeps whole rows to undo it.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { nameSimilarity } from '#domain/text/name-similarity.ts';
import { Offer, OfferJoin, PricePoint } from '../../entities/offer.ts';
import { Page } from '../../entities/page.ts';
import { PROBE_PRIORITY } from '../crawl/probes.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';
import { lockDecisions, mergeProducts } from './decisions.ts';
import { showMoved } from './moves.ts';

interface Copy {
  copy: string;
  target: string;
  copyProduct: string;
  targetProduct: string;
}

/** What is known of a shop's address: its page and its first offer. `isParted` when an operator undid a join of `from`. */
export async function knownAddress(em: EntityManager, retailer: string, url: string, from: string) {
  const page = await em.findOne(
    Page,
    { url },
    { fields: ['lastOutcome', 'lastReason', 'priority'] },
  );
  const offer = await em.findOne(Offer, { retailer, url }, { orderBy: { id: 'asc' } });
  const isParted =
    (await em.count(OfferJoin, { retailer, url: from, undoneAt: { $ne: null } })) > 0;
  const { lastOutcome: outcome = null, lastReason: reason = null } = page ?? {};
  const isRead = outcome !== null && outcome !== 'failed';
  const isVain = isRead && page?.priority === PROBE_PRIORITY;
  const hasNoProduct = isVain || reason === 'not-found' || reason === 'not-a-product';
  return { isLinked: page !== null, isRead, hasNoProduct, offer, isParted };
}

/** Names of one product on two pages of its shop are at least so alike; with one code, which may only repeat the address, less so. */
const SAME_NAME = 0.6;
const SAME_NAME_AND_CODE = 0.3;

type Named = { name: string; sku?: string | null | undefined };

/** True if two pages of a shop may show one product, by name and code. */
export function isSameInShop(one: Named, other: Named): boolean {
  const isCoded = one.sku != null && one.sku === other.sku;
  return nameSimilarity(one.name, other.name) >= (isCoded ? SAME_NAME_AND_CODE : SAME_NAME);
}

/** Gives the shop's offers of a product at an address the address of their own page, unless that has such an offer; they keep their history. */
export async function moveToOwnPage(
  em: EntityManager,
  retailer: string,
  { from, to, product }: { from: string; to: string; product: Named },
): Promise<void> {
  const db = tables(em);
  const there = await db
    .selectFrom('offer')
    .select(['id', 'name', 'sku'])
    .where('retailer', '=', retailer)
    .where('url', '=', from)
    .execute();
  const ids = there.filter((offer) => isSameInShop(offer, product)).map(({ id }) => id);
  if (ids.length === 0) return;
  const own = db
    .selectFrom('offer as own')
    .select('own.id')
    .where('own.retailer', '=', retailer)
    .where('own.url', '=', to)
    .where(
      sql<boolean>`(own.variant, own.seller, own.zone) = (offer.variant, offer.seller, offer.zone)`,
    );
  const offers = db.updateTable('offer').set({ url: to }).where('id', 'in', ids);
  await offers.where(({ not, exists }) => not(exists(own))).execute();
}

/**
 * The address of an older offer of the shop with the same code, name and price, if the page names no address of its own: it is the same
 * product a second time. Null without one.
 */
export async function olderTwin(
  em: EntityManager,
  retailer: string,
  { url, sku, name, priceCents }: { url: string; sku: string; name: string; priceCents: number },
): Promise<string | null> {
  const own = await em.findOne(Offer, { retailer, url }, { fields: ['id'] });
  const older = own ? { id: { $lt: own.id } } : {};
  const twin = {
    retailer,
    sku,
    name,
    priceCents,
    url: { $ne: url },
    seller: '',
    variant: '',
    ...older,
  };
  return (await em.findOne(Offer, twin, { orderBy: { id: 'asc' } }))?.url ?? null;
}

/** Proof of the products that a join makes one. */
const ONE_PAGE = {
  by: 'crawl',
  because: 'the shop names one address for both pages',
  proof: { matchMethod: 'title', matchConfidence: 1 },
} as const;

/**
 * Joins the offers at other addresses of the page at `url` into the offer at `url`, with their earlier history and what shoppers saved;
 * products left without an offer are merged. Does nothing where an operator undid a join. Returns the products that changed.
 */
export async function joinCopies(em: EntityManager, retailerId: string, url: string) {
  const seen = await copiesOf(em, retailerId, url);
  if (seen.length === 0) return [];
  const products = [...new Set(seen.flatMap((each) => [each.copyProduct, each.targetProduct]))];
  await inTransaction(em, async (tx) => {
    await lockDecisions(tx, products);
    // Those that are still there, now that nothing can move them.
    const copies = await copiesOf(tx, retailerId, url);
    for (const each of copies) await join(tx, retailerId, each);
    for (const { copyProduct: from, targetProduct: into } of copies)
      if (from !== into && (await tx.count(Offer, { product: from })) === 0)
        await mergeProducts(tx, { from, into }, ONE_PAGE);
    await showMoved(tx, products);
  });
  return products;
}

async function copiesOf(em: EntityManager, retailerId: string, url: string): Promise<Copy[]> {
  const { rows } = await sql<Copy & { one: Named; other: Named }>`
    select c.id as copy, t.id as target, c.product_id as "copyProduct", t.product_id as "targetProduct",
      json_build_object('name', c.name, 'sku', c.sku) as one, json_build_object('name', t.name, 'sku', t.sku) as other
    from page p
      join offer c on c.retailer_id = p.retailer_id and c.url = p.url
      join offer t on t.retailer_id = p.retailer_id and t.url = p.canonical_url
        and (t.variant, t.seller, t.zone) = (c.variant, c.seller, c.zone)
    where p.canonical_url = ${url} and p.retailer_id = ${retailerId}::uuid and p.url <> ${url}
      and not exists (select from offer_join j where j.url = c.url and j.retailer_id = c.retailer_id and j.undone_at is not null)
    order by c.id`.execute(tables(em));
  // An address that now leads to another product keeps its old offer.
  return rows.filter(({ one, other }) => isSameInShop(one, other));
}

/** Tables of shoppers and operators that name an offer, each with the SQL by which a row `own` of the target takes the place of row h. */
const SAVED_FOR_OFFER = {
  favorite: 'own.user_id = h.user_id',
  price_pass: 'false',
  feedback: 'false',
  match_decision: 'false',
  special_reply: 'true',
};

async function join(tx: EntityManager, retailerId: string, { copy, target }: Copy): Promise<void> {
  const db = tables(tx);
  const ownRows = (table: string) =>
    sql`coalesce((select jsonb_agg(to_jsonb(h)) from ${sql.raw(table)} h where h.offer_id = ${copy}), '[]')`;
  // Only what is older than the target's own history: two addresses read at the same time may disagree.
  await sql`
    with first as (select min(slot) as slot from price_point where offer_id = ${target}),
    kept as (
      insert into offer_join (retailer_id, into_id, url, former, points, packs, before_slot)
      select ${retailerId}::uuid, ${target}::uuid, o.url, to_jsonb(o), ${ownRows('price_point')}, ${ownRows('price_pack')}, first.slot
      from offer o, first where o.id = ${copy}),
    packs as (
      update price_pack h set offer_id = ${target} from first where h.offer_id = ${copy} and h.slots[cardinality(h.slots)] < first.slot
        and not exists (select from price_pack own where own.offer_id = ${target} and own.year = h.year))
    update price_point h set offer_id = ${target} from first where h.offer_id = ${copy} and h.slot < first.slot`.execute(
    db,
  );
  for (const [name, isTaken] of Object.entries(SAVED_FOR_OFFER)) {
    const table = sql.raw(name);
    await sql`update ${table} h set offer_id = ${target} where h.offer_id = ${copy}
      and not exists (select from ${table} own where own.offer_id = ${target} and ${sql.raw(isTaken)})`.execute(
      db,
    );
  }
  await sql`
    with gone as (delete from offer where id = ${copy} returning first_seen_at)
    update offer set first_seen_at = least(offer.first_seen_at, gone.first_seen_at) from gone where offer.id = ${target}`.execute(
    db,
  );
}

/**
 * Undoes a join: the offer is there again with its history, its address counts as its own, and is never joined again. The merge of two
 * products is a decision of its own. False when the join does not exist or is undone already.
 */
export async function undoJoin(em: EntityManager, id: string): Promise<boolean> {
  return inTransaction(em, async (tx) => {
    const joined = await tx.findOne(OfferJoin, { id, undoneAt: null }, { populate: ['into'] });
    if (!joined) return false;
    const { former, points, packs, beforeSlot = null, into, url, retailer } = joined;
    await lockDecisions(tx, [into.product.id, String(former['product_id'])]);
    const slots = points.map((point) => Number((point as { slot: number }).slot));
    const moved = slots.filter((slot) => beforeSlot !== null && slot < beforeSlot);
    await tx.nativeDelete(PricePoint, { offer: into.id, slot: { $in: moved } });
    const years = packs.map((pack) => Number((pack as { year: number }).year));
    const restored = (table: string, rows: unknown) =>
      sql`insert into ${sql.raw(table)} select * from jsonb_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(rows)}::jsonb)`;
    const db = tables(tx);
    await sql`delete from price_pack where offer_id = ${into.id} and year = any(${years}::int[])
      and slots[cardinality(slots)] < ${beforeSlot}::int`.execute(db);
    await restored('offer', [{ ...former, page_id: null }]).execute(db);
    await restored('price_point', points).execute(db);
    await restored('price_pack', packs).execute(db);
    await tx.nativeUpdate(OfferJoin, { id }, { undoneAt: fromNow() });
    const address = { retailer: retailer.id, url };
    await tx.nativeUpdate(Page, address, { canonicalUrl: null, nextCheckAt: fromNow() });
    await showMoved(tx, [into.product.id, String(former['product_id'])]);
    return true;
  });
}

/** The joins that are not undone, newest first, with their shop. */
export function listJoins(em: EntityManager, limit: number) {
  return tables(em)
    .selectFrom('offer_join as j')
    .innerJoin('offer as o', 'o.id', 'j.into')
    .innerJoin('retailer as r', 'r.id', 'j.retailer')
    .select(['j.id', 'j.url', 'j.joinedAt', 'o.url as into', 'r.name as shop'])
    .where('j.undoneAt', 'is', null)
    .orderBy('j.id', 'desc')
    .limit(limit)
    .execute();
}
