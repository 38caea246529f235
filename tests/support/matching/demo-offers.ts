import { demoShelves, shelvesOf } from '#worker/demo/world/listing.ts';
import { productView } from '#worker/demo/world/product-view.ts';
import { reseed, seedOf } from '#worker/demo/world/seeded.ts';
import { DEMO_SHOPS, type DemoShop } from '#worker/demo/world/shops.ts';
import { type CandidateProduct, chooseProduct } from '#worker/match/choose-product.ts';
import { lookupKeys, matchKeys } from '#worker/match/match-keys.ts';
import { type Goods, productText } from '#worker/match/product-text.ts';
import { STYLES_WITH_GTIN } from '../demo-truth.ts';

/** An offer as a demo shop's page states it, with the true product's key in the catalogue. */
export interface DemoOffer extends Goods {
  truth: string;
  shop: string;
}

/** Titles in this style omit the size, which only suits books. */
const BOOK_TITLES = 8;

/** A shop of another world, with other goods and names. World 0 is the demonstration. */
function inWorld(shop: DemoShop, seed: number): DemoShop {
  const { titleStyle } = shop;
  return {
    ...shop,
    seed: reseed(shop.seed, seed),
    titleStyle: titleStyle === BOOK_TITLES ? titleStyle : (titleStyle + seed) % BOOK_TITLES,
  };
}

/** The offers of all demo shops of a world, in an order that depends on its seed. `share` is the share of products to keep, 0–1. */
export function demoOffers(seed: number, at: Date, share = 1): DemoOffer[] {
  const world =
    seed === 0 ? demoShelves() : shelvesOf(DEMO_SHOPS.map((shop) => inWorld(shop, seed)));
  const offers = [...world.values()].flatMap((shelf) =>
    shelf.listings
      .filter(({ product }) => seedOf(product.family) / 2 ** 32 < share)
      .map((listing) => {
        const { product, shop } = listing;
        const view = productView(shelf, listing, { at, priceFactor: 1 });
        const isMarked = STYLES_WITH_GTIN.has(shop.pageStyle);
        return {
          truth: product.id,
          shop: shop.slug,
          name: view.title,
          brand: shop.pageStyle === 'css-only' ? null : product.brand,
          model: isMarked ? view.mpn : null,
          gtin: isMarked ? view.gtin : null,
          description: view.description,
          category: product.category.name,
          price: view.price.priceCents / 100,
          order: seedOf(`${seed} ${shop.slug} ${product.id}`),
        };
      }),
  );
  return offers.sort((a, b) => a.order - b.order).map(({ order: _, ...offer }) => offer);
}

/** A product as matching grouped it. */
type Grouped = CandidateProduct & {
  truths: Set<string>;
  sold: Pick<DemoOffer, 'shop' | 'name'>[];
};

/** Groups offers one by one, as assign-products does, with products in memory. */
export function groupOffers(offers: readonly DemoOffer[]) {
  const products = new Map<string, Grouped>();
  const idsByKey = new Map<string, Set<string>>();
  const productsOf = new Map<string, Set<string>>();
  /** Moves the offers of one product into another. */
  const join = (from: string, into: string) => {
    const [gone, kept] = [products.get(from), products.get(into)];
    if (!gone || !kept) return;
    products.delete(from);
    const names = [...new Set([...kept.names, ...gone.names])].slice(0, 8);
    const truths = new Set([...kept.truths, ...gone.truths]);
    const sold = [...kept.sold, ...gone.sold];
    products.set(into, { ...kept, gtin: kept.gtin ?? gone.gtin, names, truths, sold });
    for (const ids of [...idsByKey.values(), ...productsOf.values()])
      if (ids.delete(from)) ids.add(into);
  };
  for (const offer of offers) {
    const text = productText(offer);
    const keys = matchKeys(text);
    const ids = new Set(lookupKeys(text, keys).flatMap((key) => [...(idsByKey.get(key) ?? [])]));
    const candidates = [...ids].flatMap((id) => {
      const { sold = [], ...product } = products.get(id) ?? {};
      const listed = sold.filter(({ shop }) => shop === offer.shop).map(({ name }) => name);
      return 'id' in product ? [{ ...product, listed }] : [];
    });
    const choice = chooseProduct(text, candidates);
    const id = choice?.productId ?? String(offers.indexOf(offer));
    for (const other of choice?.equals ?? []) join(other, id);
    const known = products.get(id);
    const { truth, shop, ...goods } = offer;
    products.set(id, {
      ...(known ?? goods),
      id,
      gtin: known?.gtin ?? offer.gtin,
      model: known?.model ?? offer.model,
      brand: known?.brand ?? offer.brand,
      names: [...new Set([...(known?.names ?? []), offer.name])].slice(0, 8),
      truths: new Set([...(known?.truths ?? []), truth]),
      sold: [...(known?.sold ?? []), { shop, name: offer.name }],
    });
    for (const key of keys.matchKeys) idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(id));
    productsOf.set(truth, (productsOf.get(truth) ?? new Set()).add(id));
  }
  const sizes = Map.groupBy(offers, (offer) => offer.truth);
  const shared = [...productsOf].filter(([truth]) => (sizes.get(truth)?.length ?? 0) > 1);
  return {
    offers: offers.length,
    products: products.size,
    falseMerges: [...products.values()].filter(({ truths }) => truths.size > 1),
    /** Share of the true products with two or more offers that form exactly one product. */
    complete: shared.filter(([, ids]) => ids.size === 1).length / shared.length,
  };
}
