import type { EntityManager } from '@mikro-orm/postgresql';
import type { PictureWidth } from '#domain/picture-url.ts';
import { pgArray } from '../sql/pg-array.ts';

/*
 * Pictures lie in Postgres, which is all that several machines share. A row of picture_source is a shop's address
 * of a picture; the worker turns it into rows of picture, which are named by content and never change.
 */

/** Joins own (the offer's picture) and general (the product's), from offer o and product p. */
export const PICTURE_TABLES = `left join picture_source own on own.url = o.image_url
  left join picture_source general on general.url = p.image_url`;

/** Claims after which a picture is set aside. */
export const MAX_PICTURE_ATTEMPTS = 6;
/** Longer addresses are not followed: an index row holds 2,704 bytes. */
const MAX_URL_CHARACTERS = 2_000;

/** A picture to fetch now. */
export interface PictureClaim {
  url: string;
  /** This one included. */
  attempts: number;
  /** Its shop's pace. */
  paceMs: number;
}

/** One width of a picture, ready to be served. */
export interface Rendition {
  width: PictureWidth;
  format: 'webp';
  bytes: Uint8Array;
}

/** Notes the picture addresses that offers have and we do not know. Returns how many; one pass over all offers. */
export async function noteNewPictures(em: EntityManager, limit: number): Promise<number> {
  const rows = await em.execute<{ url: string }[]>(
    `with found as (
       select o.image_url as url, (array_agg(o.retailer_id))[1] as retailer_id,
         case when bool_or(p.image_url = o.image_url) then 0 else 1 end as rank,
         lower(substring(o.image_url from '^https{0,1}://[^/#@]+')) as origin
       from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled' join product p on p.id = o.product_id
       where length(o.image_url) <= ${MAX_URL_CHARACTERS}
         and not exists (select 1 from picture_source s where s.url = o.image_url)
       group by o.image_url order by rank limit ?),
     hosts as (
       insert into host (origin) select distinct origin from found where origin is not null on conflict do nothing)
     insert into picture_source (url, origin, retailer_id, rank)
     select url, origin, retailer_id, rank from found where origin is not null on conflict do nothing returning url`,
    [limit],
  );
  return rows.length;
}

/**
 * Takes pictures that are due, at most one a host, products' first. Hosts that rest or are spoken for are passed
 * over. A claim that is never answered falls due again after 10 minutes.
 */
export async function claimPictures(em: EntityManager, limit: number): Promise<PictureClaim[]> {
  return em.execute<PictureClaim[]>(
    `with due as (
       select c.url, c.pace_ms from host h cross join lateral (
         select s.url, s.rank, r.pace_ms from picture_source s
         join retailer r on r.id = s.retailer_id and r.status = 'enabled'
         where s.origin = h.origin and s.next_try_at <= now() and s.attempts < ${MAX_PICTURE_ATTEMPTS}
         order by s.rank, s.next_try_at limit 1) c
       where (h.rests_until is null or h.rests_until <= now()) and h.next_free_at <= now() + interval '1 second'
       order by c.rank, random() limit ?)
     update picture_source s set attempts = s.attempts + 1, next_try_at = now() + interval '10 minutes'
     from due where s.url = due.url and s.next_try_at <= now()
     returning s.url, s.attempts, due.pace_ms as "paceMs"`,
    [limit],
  );
}

/** Gives claims back, due after `waitMs`; the attempt does not count. */
export async function postponePictures(
  em: EntityManager,
  urls: string[],
  waitMs: number,
): Promise<void> {
  if (urls.length === 0) return;
  await em.execute(
    `update picture_source set attempts = greatest(attempts - 1, 0), next_try_at = now() + ? * interval '1 millisecond'
     where url = any(?::text[])`,
    [waitMs, pgArray(urls)],
  );
}

/** Records why an address gave no picture; `retryMs` null: never again. */
export async function failPicture(
  em: EntityManager,
  url: string,
  reason: string,
  retryMs: number | null,
): Promise<void> {
  await em.execute(
    `update picture_source set state = 'failed', reason = ?, next_try_at = now() + ?::float8 * interval '1 millisecond'
     where url = ?`,
    [reason, retryMs, url],
  );
}

/** True when this content is stored in every width. */
export async function hasPicture(em: EntityManager, hash: string): Promise<boolean> {
  const rows = await em.execute('select 1 from picture where hash = ? limit 1', [hash]);
  return rows.length > 0;
}

/** Stores the renditions of this content (none when they are known) and shows them for `url`. All or nothing. */
export async function storePicture(
  em: EntityManager,
  url: string,
  hash: string,
  renditions: Rendition[],
): Promise<void> {
  await em.transactional(async (tx) => {
    for (const { width, format, bytes } of renditions) {
      await tx.execute(
        'insert into picture (hash, width, format, bytes) values (?, ?, ?, ?) on conflict do nothing',
        [hash, width, format, Buffer.from(bytes)],
      );
    }
    await tx.execute(
      `update picture_source set state = 'ready', hash = ?, reason = null, next_try_at = null where url = ?`,
      [hash, url],
    );
  });
}

/** The bytes of one width; null when there is no such picture. */
export async function findPicture(
  em: EntityManager,
  hash: string,
  width: PictureWidth,
): Promise<Buffer | null> {
  const rows = await em.execute<{ bytes: Buffer }[]>(
    'select bytes from picture where hash = ? and width = ?',
    [hash, width],
  );
  return rows[0]?.bytes ?? null;
}

/** What all pictures take on the database's disk, in bytes. */
export async function pictureStoreBytes(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ bytes: string }[]>(
    `select pg_total_relation_size('picture') as bytes`,
  );
  return Number(row?.bytes ?? 0);
}

/** Forgets addresses that no offer has any more, and pictures that no address has. Returns how many pictures went. */
export async function dropUnusedPictures(em: EntityManager): Promise<number> {
  return em.transactional(async (tx) => {
    await tx.execute(
      `delete from picture_source s where not exists (select 1 from offer o where o.image_url = s.url)
         and not exists (select 1 from product p where p.image_url = s.url)`,
    );
    const rows = await tx.execute<{ hash: string }[]>(
      `delete from picture p where created_at < now() - interval '1 hour'
         and not exists (select 1 from picture_source s where s.hash = p.hash) returning hash`,
    );
    return new Set(rows.map((row) => row.hash)).size;
  });
}
