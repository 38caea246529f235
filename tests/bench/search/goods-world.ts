import type { EntityManager } from '@mikro-orm/postgresql';
import { checkCategories } from '#db/queries/products/shelves.ts';
import { refreshSearchWords } from '#db/queries/search/catalogue-words.ts';
import { renewSearchTexts } from '#db/queries/search/renew-search-texts.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { categoryOf } from '#domain/categories/category.ts';
import { searchText } from '#domain/search/search-words.ts';
import { demoShelves } from '#worker/demo/world/listing.ts';
import { titleOf } from '#worker/demo/world/titles.ts';
import { familyKeys } from '#worker/match/family-keys.ts';
import { productText } from '#worker/match/product-text.ts';
import { insertSelect } from '../../support/insert-select.ts';
import { ACCESSORIES } from './accessories.ts';
import { openNamedDatabase } from './named-database.ts';

/** Shops that sell each accessory. */
const ACCESSORY_SHOPS = 3;

/** Something a shop sells, as the worlds of the benchmark store it. */
export interface Good {
  shop: string;
  url: string;
  /** Identifies the product. */
  product: string;
  name: string;
  brand: string | null;
  shopCategory: string | null;
  category: string | null;
  description: string | null;
  familyKeys: string[];
  /** The catalogue file of a demonstration product. */
  range: string;
  cents: number;
  ratings: number;
  overall: number;
}

/** A database filled with goods. */
export interface World {
  em: EntityManager;
  close(): Promise<void>;
}

/** Opens the database `name`, filled with these goods; an existing one gets its search rows renewed by the present rules. */
export async function openWorld(
  adminUrl: string,
  name: string,
  goods: readonly Good[],
): Promise<World> {
  const { isNew, em, close } = await openNamedDatabase(adminUrl, name);
  if (isNew) {
    await fill(em, goods);
    await checkCategories(em);
    const products = await em.execute<{ id: string }[]>('select id from product');
    await refreshSearchProducts(
      em,
      products.map(({ id }) => id),
    );
  } else if (process.env['RENEW']) {
    await em.execute('update search_product set text_rules = null');
    await renewSearchTexts(em);
  }
  await refreshSearchWords(em);
  await em.execute('analyze');
  return { em, close };
}

/** All listings of the demonstration's shops, and accessories in some shops. */
export function demoGoods(): Good[] {
  const listings = [...demoShelves().values()].flatMap((shelf) => shelf.listings);
  const sold = listings.map((listing) => {
    const { shop, product } = listing;
    return {
      shop: shop.slug,
      product: product.id,
      name: titleOf(listing, product.pack),
      brand: product.brand,
      shopCategory: `${product.category.department} > ${product.category.name}`,
      seed: listing.seed,
      range: product.category.slug,
      cents: product.usualCents,
    };
  });
  const shops = [...new Set(sold.map(({ shop }) => shop))];
  const beside = ACCESSORIES.flatMap(([name, shopCategory], nth) =>
    shops.slice(0, ACCESSORY_SHOPS).map((shop) => ({
      shop,
      product: `accessory-${nth}`,
      name,
      brand: null,
      shopCategory,
      seed: nth * 37,
      range: 'accessories',
      cents: 1_500,
    })),
  );
  const listed = [...sold, ...beside];
  const keysOf = new Map(
    [...Map.groupBy(listed, ({ product }) => product)].map(([product, goods]) => [
      product,
      [...new Set(goods.flatMap((good) => familyKeys(productText(good))))],
    ]),
  );
  return listed.map((good, nth) => ({
    ...good,
    category: categoryOf(good.shopCategory, good.name),
    description: null,
    familyKeys: keysOf.get(good.product) ?? [],
    url: `https://${good.shop}.example/${nth}`,
    ratings: good.seed % 900,
    overall: 30 + (good.seed % 60),
  }));
}

async function fill(em: EntityManager, goods: readonly Good[]): Promise<void> {
  const rows = goods.map((good) => ({
    ...good,
    search: searchText(good.name, [good.brand], [good.category, good.shopCategory]),
  }));
  const from = `jsonb_to_recordset(?::jsonb) as x(shop text, url text, product text, name text, brand text, "shopCategory" text, category text, "familyKeys" text[], description text, search text, cents int,
    ratings int, overall int)`;
  const all = [JSON.stringify(rows)];
  await em.execute(
    insertSelect(
      'retailer',
      { slug: 'shop', name: 'shop', website: `''` },
      `from (select distinct shop from ${from}) shops`,
    ),
    all,
  );
  await em.execute(
    insertSelect(
      'product',
      {
        name: 'name',
        brand: 'brand',
        category: 'category',
        description: 'description',
        model_key: 'product',
        family_keys: '"familyKeys"',
      },
      `from (select distinct on (product) name, brand, category, product, description, "familyKeys" from ${from}) goods`,
    ),
    all,
  );
  await em.execute(
    insertSelect(
      'offer',
      {
        retailer_id: 'r.id',
        url: 'x.url',
        product_id: 'p.id',
        name: 'x.name',
        category: 'x.category',
        brand: 'x.brand',
        shelf: 'x."shopCategory"',
        search_text: 'x.search',
        price_cents: 'x.cents',
        rating_count: 'x.ratings',
      },
      `from ${from} join retailer r on r.slug = x.shop join product p on p.model_key = x.product`,
    ),
    all,
  );
  await em.execute(
    insertSelect(
      'score',
      { offer_id: 'o.id', overall: 'x.overall' },
      `from offer o join ${from} on x.url = o.url`,
    ),
    all,
  );
}
