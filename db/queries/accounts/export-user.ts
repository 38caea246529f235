import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { type Expression, sql } from 'kysely';
import { inTransaction } from '../sql/in-transaction.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { OWN_MAIL, OWN_SUBSCRIPTION } from './users.ts';

/** Everything stored about one person, from one snapshot; secrets and their hashes are left out. */
export async function exportUser(em: EntityManager, userId: string) {
  return inTransaction(em, (tx) => partsOf(tx, userId), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

/** Tables whose rows belong to a person. */
type OwnTable = {
  [Table in keyof Tables]: Tables[Table] extends { user: unknown } ? Table : never;
}[keyof Tables];
/** A column of any of them: what the query builder can select from a table that is one of several. */
type OwnColumn = { [Table in OwnTable]: keyof Tables[Table] }[OwnTable];

async function partsOf(em: EntityManager, userId: string) {
  const db = tables(em);
  const own = <Table extends OwnTable>(
    table: Table,
    columns: readonly (keyof Tables[Table] & OwnColumn)[],
    orderBy: keyof Tables[Table] & OwnColumn,
  ) =>
    db
      .selectFrom<OwnTable>(table)
      .select<OwnColumn>(columns)
      .where('user', '=', userId)
      .orderBy(orderBy)
      .execute();
  return {
    account: await db
      .selectFrom('user_account')
      .select(['id', 'email', 'name', 'role', 'emailVerified', 'preferences', 'twoFactorEnabled'])
      .select(['lastLogin', 'loginCount', 'createdAt'])
      .where('id', '=', userId)
      .execute(),
    signInMethods: await db
      .selectFrom('user_credential')
      .select(['providerId as provider', 'createdAt'])
      .where('user', '=', userId)
      .orderBy('createdAt')
      .execute(),
    sessions: await own(
      'user_session',
      ['createdAt', 'expiresAt', 'ipAddress', 'userAgent'],
      'createdAt',
    ),
    signIns: await own('account_event', ['kind', 'way', 'happenedAt'], 'happenedAt'),
    apiKeys: await own('api_key', ['name', 'prefix', 'createdAt', 'lastUsedAt'], 'id'),
    searchHistory: await own(
      'search_history',
      ['query', 'resultsCount', 'searchedAt'],
      'searchedAt',
    ),
    searchesCounted: await own('search', ['query', 'resultsCount', 'searchedAt'], 'searchedAt'),
    viewHistory: await db
      .selectFrom('view_history as v')
      .innerJoin('product as p', 'p.id', 'v.product')
      .select(['p.name as productName', 'p.id as productId', 'v.viewedAt'])
      .select(({ ref }) => inDollars(ref('v.priceCents')).as('price'))
      .where('v.user', '=', userId)
      .orderBy('v.viewedAt')
      .execute(),
    favorites: await db
      .selectFrom('favorite as f')
      .innerJoin('offer as o', 'o.id', 'f.offer')
      .innerJoin('retailer as r', 'r.id', 'o.retailer')
      .select(['o.name as productName', 'r.name as retailer', 'o.url as productUrl'])
      .select(['f.notes', 'f.purchasedAt', 'f.addedAt'])
      .select(({ ref }) => inDollars(ref('f.priceAtFavoriteCents')).as('priceAtFavorite'))
      .where('f.user', '=', userId)
      .orderBy('f.addedAt')
      .execute(),
    wishlist: await db
      .selectFrom('wishlist as w')
      .innerJoin('product as p', 'p.id', 'w.product')
      .select(['p.name as productName', 'p.id as productId', 'w.addedAt'])
      .where('w.user', '=', userId)
      .orderBy('w.addedAt')
      .execute(),
    docket: await own('docket', ['list', 'updatedAt'], 'updatedAt'),
    pricePasses: await db
      .selectFrom('price_pass as a')
      .innerJoin('offer as o', 'o.id', 'a.offer')
      .innerJoin('retailer as r', 'r.id', 'o.retailer')
      .select(['o.name as productName', 'r.name as retailer', 'a.boughtAt', 'a.endsAt'])
      .select(({ ref }) => inDollars(ref('a.paidCents')).as('paid'))
      .where('a.user', '=', userId)
      .orderBy('a.boughtAt')
      .execute(),
    watchedSearches: await own(
      'watched_search',
      ['query', 'filters', 'restDays', 'createdAt', 'mailedAt'],
      'createdAt',
    ),
    alerts: await db
      .selectFrom('alert as a')
      .innerJoin('product as p', 'p.id', 'a.product')
      .leftJoin('retailer as r', 'r.id', 'a.retailer')
      .select(['p.name as productName', 'p.id as productId', 'r.name as shop', 'a.email'])
      .select(['a.kind', 'a.state', 'a.createdAt', 'a.firedAt'])
      .select(['a.restDays', 'a.backInStock', 'a.yearLow'])
      .select(({ ref }) => [
        inDollars(ref('a.minDropCents')).as('smallestDrop'),
        inDollars(ref('a.targetCents')).as('targetPrice'),
        inDollars(ref('a.basePriceCents')).as('priceWhenSet'),
      ])
      .where('a.user', '=', userId)
      .orderBy('a.createdAt')
      .execute(),
    alertChannel: await own('alert_channel', ['channel', 'createdAt'], 'createdAt'),
    favoritesFeed: await own('favorite_feed', ['createdAt'], 'createdAt'),
    confirmedAddresses: await own('confirmed_address', ['email', 'confirmedAt'], 'confirmedAt'),
    reviews: await db
      .selectFrom('review as v')
      .innerJoin('product as p', 'p.id', 'v.product')
      .select(['p.name as productName', 'v.rating', 'v.comment', 'v.createdAt'])
      .where('v.user', '=', userId)
      .orderBy('v.createdAt')
      .execute(),
    feedback: await own(
      'feedback',
      ['kind', 'query', 'helpful', 'comment', 'createdAt'],
      'createdAt',
    ),
    newsletter: await db
      .selectFrom(['newsletter_subscriber as n', 'user_account as u'])
      .select(['n.email', 'n.state', 'n.createdAt', 'n.confirmedAt'])
      .where('u.id', '=', userId)
      .where(OWN_SUBSCRIPTION)
      .execute(),
    mails: await db
      .selectFrom(['mail as m', 'user_account as u'])
      .select(['m.kind', 'm.subject', 'm.state', 'm.createdAt', 'm.sentAt'])
      .where('u.id', '=', userId)
      .where(OWN_MAIL)
      .orderBy('m.createdAt')
      .execute(),
  };
}

function inDollars<Amount extends number | null>(cents: Expression<Amount>) {
  return sql<Amount>`(${cents} / 100.0)::float8`;
}
