import type { EntityManager } from '@mikro-orm/postgresql';

/** What one person has, for calls about it. */
export interface Owned {
  token: string;
  userId: string;
  offerId: string;
  productId: string;
  productUrl: string;
  favoriteId: string;
  alertId: string;
  searchHistoryId: string;
  viewHistoryId: string;
}

/** A sound call of one route. */
export interface Example {
  /** The status it has for those who may call it. */
  status: number;
  anonymousStatus?: number;
  /** The path names something of a person: for all others it does not exist. */
  owned?: boolean;
  path?(mine: Owned): string;
  body?(mine: Owned): unknown;
  before?(em: EntityManager, mine: Owned): Promise<unknown>;
}

/** A body that names a product. */
export const product = (mine: Owned) => ({ productId: mine.productId });
/** A body that names an offer by its link. */
export const link = (mine: Owned) => ({ productUrl: mine.productUrl });

/** Puts the favourite back that an earlier call took away. */
export async function saveAgain(em: EntityManager, mine: Owned) {
  await em.execute(
    `insert into favorite (id, user_id, offer_id, price_at_favorite_cents) values (?, ?, ?, 1)
     on conflict do nothing`,
    [mine.favoriteId, mine.userId, mine.offerId],
  );
}
