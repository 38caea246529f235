import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { OWN_MAIL, OWN_SUBSCRIPTION } from './users.ts';

/** Each part of a person's data: its name and the SQL that selects it, with the person's id as its parameters. */
const PARTS = {
  account: `select id, email, name, role, email_verified as "emailVerified", preferences, last_login as "lastLogin",
    login_count as "loginCount", created_at as "createdAt" from user_account where id = ?`,
  signInMethods: `select provider_id as provider, created_at as "createdAt" from user_credential
    where user_id = ? order by created_at`,
  sessions: `select created_at as "createdAt", expires_at as "expiresAt", ip_address as "ipAddress",
    user_agent as "userAgent" from user_session where user_id = ? order by created_at`,
  searchHistory: `select query, results_count as "resultsCount", searched_at as "searchedAt" from search_history
    where user_id = ? order by searched_at`,
  searchesCounted: `select query, results_count as "resultsCount", searched_at as "searchedAt" from search
    where user_id = ? order by searched_at`,
  viewHistory: `select p.name as "productName", v.product_id as "productId", (v.price_cents / 100.0)::float8 as price,
    v.viewed_at as "viewedAt" from view_history v join product p on p.id = v.product_id
    where v.user_id = ? order by v.viewed_at`,
  favorites: `select o.name as "productName", r.name as retailer, o.url as "productUrl",
    (f.price_at_favorite_cents / 100.0)::float8 as "priceAtFavorite", f.notes, f.purchased_at as "purchasedAt",
    f.added_at as "addedAt" from favorite f join offer o on o.id = f.offer_id join retailer r on r.id = o.retailer_id
    where f.user_id = ? order by f.added_at`,
  wishlist: `select p.name as "productName", w.product_id as "productId", w.added_at as "addedAt" from wishlist w
    join product p on p.id = w.product_id where w.user_id = ? order by w.added_at`,
  alerts: `select p.name as "productName", a.product_id as "productId", a.email, a.kind,
    (a.target_cents / 100.0)::float8 as "targetPrice", (a.base_price_cents / 100.0)::float8 as "priceWhenSet", a.state,
    a.created_at as "createdAt", a.fired_at as "firedAt" from alert a join product p on p.id = a.product_id
    where a.user_id = ? order by a.created_at`,
  confirmedAddresses: `select email, confirmed_at as "confirmedAt" from confirmed_address where user_id = ?
    order by confirmed_at`,
  reviews: `select p.name as "productName", v.rating, v.comment, v.created_at as "createdAt" from review v
    join product p on p.id = v.product_id where v.user_id = ? order by v.created_at`,
  feedback: `select kind, query, helpful, comment, created_at as "createdAt" from feedback
    where user_id = ? order by created_at`,
  newsletter: `select n.email, n.state, n.created_at as "createdAt", n.confirmed_at as "confirmedAt"
    from newsletter_subscriber n join user_account u on ${OWN_SUBSCRIPTION} where u.id = ?`,
  mails: `select m.kind, m.subject, m.state, m.created_at as "createdAt", m.sent_at as "sentAt" from mail m
    join user_account u on ${OWN_MAIL} where u.id = ? order by m.created_at`,
} as const;

export type UserExport = Record<keyof typeof PARTS, Record<string, unknown>[]>;

/** Everything that is stored of one person, as of one moment; secrets and their hashes are left out. */
export async function exportUser(em: EntityManager, userId: string): Promise<UserExport> {
  return em.transactional(
    async (tx) => {
      const parts: [string, Record<string, unknown>[]][] = [];
      for (const [name, sql] of Object.entries(PARTS)) {
        parts.push([name, await tx.execute<Record<string, unknown>[]>(sql, [userId])]);
      }
      return Object.fromEntries(parts) as UserExport;
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}
