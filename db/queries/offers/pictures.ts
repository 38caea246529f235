/*
 * Pictures are stored in Postgres, which all machines share, or in a bucket; then their rows have no bytes. The worker turns each
 * picture_source (a shop's address) into rows of picture.
 */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type PictureWidth, pictureName } from '#domain/picture-url.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { Picture, PictureSource } from '../../entities/picture.ts';
import type { PictureBucket } from '../../runtime/picture-bucket.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { fromNow } from '../sql/moment.ts';
import { enabledOffers } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';

/** Claims after which a picture is given up. */
export const MAX_PICTURE_ATTEMPTS = 6;
/** Longer addresses are skipped: an index row holds 2,704 bytes. */
const MAX_URL_CHARACTERS = 2_000;

/** An unfinished claim is due again after this time. */
const CLAIM_MS = 10 * MINUTE_MS;

/** A picture to fetch now: `attempts` includes this one, `paceMs` is its shop's pace. */
export type PictureClaim = Awaited<ReturnType<typeof claimPictures>>[number];

/** One width of a picture as WebP, ready to be served. */
export interface Rendition {
  width: PictureWidth;
  bytes: Uint8Array;
}

/** Adds the offers' unknown picture addresses in one pass over all offers. Returns the number added. */
export async function noteNewPictures(em: EntityManager, limit: number): Promise<number> {
  const db = tables(em);
  const isUnknown = sql<boolean>`length(o.image_url) <= ${MAX_URL_CHARACTERS}
    and not exists (select 1 from picture_source s where s.url = o.image_url)`;
  const found = enabledOffers(db)
    .innerJoin('product as p', 'p.id', 'o.product')
    .select([
      'o.imageUrl as address',
      sql<string>`(array_agg(o.retailer_id order by o.id))[1]`.as('shop'),
    ])
    .select(sql<number>`case when bool_or(p.image_url = o.image_url) then 0 else 1 end`.as('place'))
    .select(sql<string>`lower(substring(o.image_url from '^https{0,1}://[^/#@]+'))`.as('host'))
    .where(isUnknown)
    .groupBy('o.imageUrl')
    .orderBy('place')
    .orderBy('o.imageUrl')
    .limit(limit);
  const added = await db
    .with('found', () => db.selectFrom(found.as('f')).selectAll().where('f.host', 'is not', null))
    .with('hosts', (on) =>
      on
        .insertInto('host')
        .columns(['origin'])
        .expression(on.selectFrom('found').select('found.host').distinct())
        .onConflict((conflict) => conflict.doNothing()),
    )
    .insertInto('picture_source')
    .columns(['url', 'origin', 'retailer', 'rank'])
    .expression((eb) =>
      eb.selectFrom('found').select(['found.address', 'found.host', 'found.shop', 'found.place']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('url')
    .execute();
  return added.length;
}

/** Gives products whose picture was refused a stored one of their offers, the largest file first. */
export async function replaceRefusedPictures(em: EntityManager): Promise<void> {
  const db = tables(em);
  const largest = db
    .selectFrom('picture_source as failed')
    .innerJoin('product', 'product.imageUrl', 'failed.url')
    .innerJoin('offer', 'offer.product', 'product.id')
    .innerJoin('picture_source as ready', 'ready.url', 'offer.imageUrl')
    .leftJoin('picture', 'picture.hash', 'ready.hash')
    .select(['product.id', 'ready.url'])
    .where('failed.state', '=', 'failed')
    .where('ready.state', '=', 'ready')
    .distinctOn('product.id')
    .orderBy('product.id')
    .orderBy(sql`octet_length(picture.bytes) desc nulls last`);
  await db
    .updateTable('product')
    .from(largest.as('best'))
    .set(({ ref }) => ({ imageUrl: ref('best.url') }))
    .whereRef('best.id', '=', 'product.id')
    .execute();
}

/** After a product page: products whose picture is no offer's any more, as a tile's thumbnail, take that of the page's offer. */
export async function showPagePictures(tx: EntityManager, offerIds: readonly string[]) {
  const isPast = sql<boolean>`not exists (
    select from offer o where o.product_id = product.id and o.image_url = product.image_url)`;
  await tables(tx)
    .updateTable('product')
    .from('offer')
    .set(({ ref }) => ({ imageUrl: ref('offer.imageUrl') }))
    .where('offer.id', '=', sql<string>`any(${offerIds}::uuid[])`)
    .whereRef('offer.product', '=', 'product.id')
    .where('offer.imageUrl', 'is not', null)
    .where(isPast)
    .execute();
}

/** Claims due pictures, one per host that is not resting, product pictures first. An unfinished claim is due again after 10 minutes. */
export function claimPictures(em: EntityManager, limit: number) {
  const db = tables(em);
  const next = db
    .selectFrom('picture_source as s')
    .innerJoin('retailer as r', 'r.id', 's.retailer')
    .select(['s.url as address', 's.rank as place', 'r.paceMs as pace'])
    .where('s.origin', '=', sql.ref<string>('h.origin'))
    .where(sql<boolean>`r.status = 'enabled' and s.next_try_at <= now()`)
    .where('s.attempts', '<', MAX_PICTURE_ATTEMPTS)
    .orderBy('s.rank')
    .orderBy('s.nextTryAt')
    .limit(1);
  const due = db
    .selectFrom('host as h')
    .crossJoinLateral(next.as('c'))
    .select(['c.address', 'c.pace'])
    .where(sql<boolean>`(h.rests_until is null or h.rests_until <= now())`)
    .where(
      sql<boolean>`(h.begun_at is null or h.begun_at + make_interval(secs => h.pace_ms / 1000.0) <= now() + interval '1 second')`,
    )
    .orderBy('c.place')
    .orderBy(sql`random()`)
    .limit(limit);
  const nextTryAt = sql<Date>`now() + ${CLAIM_MS}::float8 * interval '1 millisecond'`;
  return db
    .with('due', () => due)
    .updateTable('picture_source')
    .from('due')
    .set(({ eb }) => ({ attempts: eb('picture_source.attempts', '+', 1), nextTryAt }))
    .whereRef('picture_source.url', '=', 'due.address')
    .where('picture_source.nextTryAt', '<=', sql<Date>`now()`)
    .returning(['picture_source.url', 'picture_source.attempts', 'due.pace as paceMs'])
    .execute();
}

/** Returns claims, due again after `waitMs`; the attempt does not count. */
export async function postponePictures(em: EntityManager, urls: string[], waitMs: number) {
  if (urls.length === 0) return;
  const attempts = raw('greatest(attempts - 1, 0)');
  const released = { attempts, nextTryAt: fromNow(waitMs) };
  await em.nativeUpdate(PictureSource, { url: { $in: urls } }, released);
}

/** Records why an address gave no picture; `retryMs` null gives it up. */
export async function failPicture(
  em: EntityManager,
  url: string,
  reason: string,
  retryMs: number | null,
): Promise<void> {
  const nextTryAt = retryMs === null ? null : fromNow(retryMs);
  await em.nativeUpdate(PictureSource, { url }, { state: 'failed', reason, nextTryAt });
}

/** True when this content is stored in every width. */
export async function hasPicture(em: EntityManager, hash: string): Promise<boolean> {
  return (await em.count(Picture, { hash })) > 0;
}

/** Stores this content's renditions (none when known) and assigns them to `url`, all or nothing. Throws BucketFault. */
export async function storePicture(
  em: EntityManager,
  url: string,
  hash: string,
  renditions: Rendition[],
  bucket: PictureBucket | null,
): Promise<void> {
  await inTransaction(em, async (tx) => {
    const kept = (bytes: Uint8Array) => (bucket ? null : Buffer.from(bytes));
    const rows = renditions.map((row) => ({ ...row, hash, bytes: kept(row.bytes) }));
    if (rows.length > 0) await tx.upsertMany(Picture, rows, { onConflictAction: 'ignore' });
    // After the rows, whose locks wait for a concurrent deletion of the same content.
    for (const { width, bytes } of renditions) await bucket?.put(pictureName(hash, width), bytes);
    const ready = { state: 'ready', hash, reason: null, nextTryAt: null } as const;
    await tx.nativeUpdate(PictureSource, { url }, ready);
  });
}

/** The bytes of one width; null when there is no such picture. Throws BucketFault. */
export async function findPicture(
  em: EntityManager,
  hash: string,
  width: PictureWidth,
  bucket: PictureBucket | null,
): Promise<Buffer | null> {
  const picture = await em.findOne(Picture, { hash, width }, { fields: ['bytes'] });
  if (!picture) return null;
  return picture.bytes ?? (await bucket?.get(pictureName(hash, width))) ?? null;
}

export async function pictureStoreBytes(em: EntityManager): Promise<number> {
  const size = sql<number>`pg_total_relation_size('picture')`.as('bytes');
  const { bytes } = await tables(em).selectNoFrom(size).executeTakeFirstOrThrow();
  return bytes;
}

/** Deletes addresses that no offer uses and pictures that no address uses. Returns the number of pictures deleted. Throws BucketFault. */
export async function dropUnusedPictures(em: EntityManager, bucket: PictureBucket | null) {
  return inTransaction(em, async (tx) => {
    const db = tables(tx);
    const isUnused = (by: 'offer' | 'product') =>
      sql<boolean>`not exists (select 1 from ${sql.table(by)} x where x.image_url = picture_source.url)`;
    const unused = db.deleteFrom('picture_source').where(isUnused('offer'));
    await unused.where(isUnused('product')).execute();
    const dropped = await db
      .deleteFrom('picture')
      .where('createdAt', '<', sql<Date>`now() - interval '1 hour'`)
      .where(sql<boolean>`not exists (select 1 from picture_source s where s.hash = picture.hash)`)
      .returning(['hash', 'width', sql<boolean>`bytes is null`.as('isInBucket')])
      .execute();
    for (const { hash, width, isInBucket } of dropped) {
      if (isInBucket) await bucket?.remove(pictureName(hash, width));
    }
    return new Set(dropped.map(({ hash }) => hash)).size;
  });
}
