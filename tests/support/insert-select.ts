import { UnderscoreNamingStrategy } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OFFER, PRICE_POINT, PRODUCT, RETAILER, RUN } from './factory.ts';

const SCORE = { price: 50, quality: 50, value: 50, popularity: 50, reason: '', highlights: [] };
const SEEN = { priceChangedAt: new Date(), lastSeenAt: new Date() };
/** By table: what its columns hold unless a statement names them. */
const DEFAULTS = {
  retailer: RETAILER,
  product: PRODUCT,
  offer: { ...OFFER, ...SEEN },
  price_point: PRICE_POINT,
  run: RUN,
  score: SCORE,
};

/**
 * SQL that adds rows by the thousand: `insert into … select`, for what the factory would take too long to add. `columns` are
 * SQL expressions by column, `from` is the rest of the query; each column left out gets the default of the factory.
 */
export function insertSelect(
  table: keyof typeof DEFAULTS,
  columns: Readonly<Record<string, string>>,
  from: string,
): string {
  const naming = new UnderscoreNamingStrategy();
  const defaults = Object.entries(DEFAULTS[table]).map(([property, value]) => [
    naming.propertyToColumnName(property),
    literalOf(value),
  ]);
  const all: Record<string, string> = { ...Object.fromEntries(defaults), ...columns };
  const values = Object.values(all).join(', ');
  return `insert into ${table} (${Object.keys(all).join(', ')}) select ${values} ${from}`;
}

/** Adds `count` offers of one shop, each with its own product: 'Thing 1', 'Thing 2'. */
export async function addThings(em: EntityManager, retailer: string, count: number): Promise<void> {
  const numbers = `from generate_series(1, ${count}) n`;
  await em.execute(insertSelect('product', { name: `'Thing ' || n` }, numbers));
  const columns = { retailer_id: `'${retailer}'`, product_id: 'id', url: 'id', name: 'name' };
  await em.execute(insertSelect('offer', columns, `from product where name like 'Thing %'`));
}

function literalOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}
