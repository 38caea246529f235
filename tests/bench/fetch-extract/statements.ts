import { reseed } from '#worker/demo/world/seeded.ts';
import { type Homeware, homeware } from './homeware.ts';

/** Markup of the head and the end of a page that states its product to machines. */
export interface StatedIn {
  head: string;
  tail: string;
}

const SHOP = 'https://www.wattlebird.example.com.au';
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
const block = (value: unknown): string =>
  `<script type="application/ld+json">${json(value)}</script>`;

const offerOf = ({ price, was, isInStock, path }: Homeware) => ({
  '@type': 'Offer',
  url: SHOP + path,
  price,
  priceCurrency: 'AUD',
  availability: `https://schema.org/${isInStock ? 'InStock' : 'OutOfStock'}`,
  itemCondition: 'https://schema.org/NewCondition',
  ...(was && {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceType: 'https://schema.org/ListPrice',
      price: was,
      priceCurrency: 'AUD',
    },
  }),
});

const productOf = (product: Homeware) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: product.name,
  description: `${product.name}. Made to last.`,
  sku: product.sku,
  gtin13: product.gtin,
  image: [product.image],
  brand: { '@type': 'Brand', name: product.brand },
  aggregateRating: {
    '@type': 'AggregateRating',
    ratingValue: product.stars,
    reviewCount: product.reviews,
  },
  offers: offerOf(product),
});

const breadcrumb = ({ name, path }: Homeware) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: SHOP },
    { '@type': 'ListItem', position: 2, name: 'Kitchen', item: `${SHOP}/category/kitchen` },
    { '@type': 'ListItem', position: 3, name, item: SHOP + path },
  ],
});

/** Blocks of their own, the way most shops do it. */
export function inJsonLd(product: Homeware): StatedIn {
  return { head: block(breadcrumb(product)) + block(productOf(product)), tail: '' };
}

/** One graph at the end of the page. */
export function inJsonLdGraph(product: Homeware): StatedIn {
  const graph = [
    { '@type': 'Organization', '@id': `${SHOP}/#organization`, name: 'Wattlebird', url: SHOP },
    { '@type': 'WebSite', '@id': `${SHOP}/#website`, url: SHOP, name: 'Wattlebird' },
    breadcrumb(product),
    productOf(product),
  ];
  return { head: '', tail: block({ '@context': 'https://schema.org', '@graph': graph }) };
}

/** A product with three variants; the page's address names the first. */
export function inProductGroup(product: Homeware): StatedIn {
  const { offers, sku, gtin13, image, name, ...shared } = productOf(product);
  const variants = ['Black', 'Cream', 'Red'].map((color, index) => ({
    '@type': 'Product',
    name: index === 0 ? name : `${name} ${color}`,
    color,
    image,
    sku: index === 0 ? sku : `${sku}${color}`,
    ...(index === 0 && { gtin13 }),
    offers: index === 0 ? offers : { ...offers, url: `${SHOP}${product.path}${color}` },
  }));
  const group = { ...shared, name, '@type': 'ProductGroup', hasVariant: variants };
  return { head: block(group), tail: '' };
}

const stateOf = (product: Homeware) => ({
  id: product.sku,
  sku: product.sku,
  gtin: product.gtin,
  name: product.name,
  brand: product.brand,
  price: Number(product.price),
  wasPrice: product.was === null ? null : Number(product.was),
  currency: 'AUD',
  availability: product.isInStock ? 'InStock' : 'OutOfStock',
  image: product.image,
  description: `${product.name}. Made to last.`,
  averageRating: Number(product.stars),
  reviewCount: product.reviews,
  url: product.path,
});

const relatedOf = (product: Homeware) =>
  Array.from({ length: 12 }, (_, index) =>
    stateOf(homeware(reseed(product.reviews, index), 700_000 + index)),
  );

const messages = Object.fromEntries(
  Array.from({ length: 1_000 }, (_, index) => [
    `message.${index}`,
    `Text number ${index} of the site`,
  ]),
);

/** What Next.js leaves at the end of its pages. */
export function inNextData(product: Homeware): StatedIn {
  const data = {
    props: {
      pageProps: {
        product: stateOf(product),
        relatedProducts: relatedOf(product),
        translations: messages,
      },
    },
    page: '/product/[slug]',
    query: { slug: product.sku.toLowerCase() },
    buildId: 'b7Jx0pQ',
  };
  return {
    head: '',
    tail: `<script id="__NEXT_DATA__" type="application/json">${json(data)}</script>`,
  };
}

/** What a shop's own single-page app leaves in the head. */
export function inWindowState(product: Homeware): StatedIn {
  const state = {
    settings: { messages, features: { quickView: true } },
    pdp: { product: stateOf(product), recommendations: relatedOf(product) },
  };
  return {
    head: `<script>window.__PRELOADED_STATE__ = ${json(state)};window.__BUILD__="42";</script>`,
    tail: '',
  };
}
