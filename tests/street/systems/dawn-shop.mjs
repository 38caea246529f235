// The made-up products as a Shopify shop holds and states them.
import { GOODS, slugOf } from '../goods.ts';

const { ORIGIN } = process.env;
const cents = (dollars) => (dollars === null ? null : Math.round(dollars * 100));
export const products = GOODS.map((good, nth) => {
  const id = 7_800_000_000 + nth;
  const url = `/products/${good.slug}`;
  const sizes = good.sizes.length > 0 ? good.sizes : ['Default Title'];
  const variants = sizes.map((size, index) => ({
    id: id * 10 + index,
    title: size,
    option1: size,
    options: [size],
    price: cents(good.price) + index * 1000,
    compare_at_price: good.was === null ? null : cents(good.was) + index * 1000,
    available: good.stock > 0,
    sku: `D${1000 + nth}${index || ''}`,
    inventory_management: 'shopify',
    inventory_policy: 'deny',
    inventory_quantity: good.stock,
    quantity_rule: { min: 1, max: null, increment: 1 },
    quantity_price_breaks: [],
    url: `${url}?variant=${id * 10 + index}`,
  }));
  const picture = {
    id,
    src: `${good.slug}.jpg`,
    alt: good.name,
    width: 900,
    height: 900,
    aspect_ratio: 1,
  };
  const media = { ...picture, media_type: 'image', position: 1, preview_image: picture };
  const [first] = variants;
  const values = sizes.map((name, index) => ({
    id: variants[index].id,
    name,
    available: good.stock > 0,
    selected: index === 0,
    variant: variants[index],
    toString: () => name,
  }));
  const options = [
    {
      name: good.sizes.length > 0 ? 'Size' : 'Title',
      position: 1,
      values,
      selected_value: sizes[0],
    },
  ];
  return {
    ...{
      id,
      url,
      handle: good.slug,
      title: good.name,
      vendor: good.brand,
      type: good.categories.at(-1),
    },
    ...{
      description: `<p>${good.text}</p>`,
      content: `<p>${good.text}</p>`,
      tags: good.categories,
    },
    ...{
      price: first.price,
      price_min: first.price,
      price_max: variants.at(-1).price,
      price_varies: variants.length > 1,
    },
    ...{
      compare_at_price: first.compare_at_price,
      available: good.stock > 0,
      metafields: {},
      selling_plan_groups: [],
    },
    ...{
      featured_media: media,
      featured_image: picture,
      media: [media],
      images: [picture],
      variants,
    },
    ...{
      selected_or_first_available_variant: first,
      first_available_variant: first,
      options: ['Size'],
      options_with_values: options,
    },
    ...{
      has_only_default_variant: good.sizes.length === 0,
      'quantity_price_breaks_configured?': false,
      'gift_card?': false,
    },
    collections: [],
  };
});
const collectionOf = (title, handle, own) => ({
  ...{ title, handle, url: `/collections/${handle}`, id: handle, products: own, description: '' },
  ...{
    products_count: own.length,
    all_products_count: own.length,
    filters: [],
    default_sort_by: 'manual',
  },
  sort_options: [
    { name: 'Featured', value: 'manual' },
    { name: 'Price, low to high', value: 'price-ascending' },
  ],
});
const inCategory = (name) => products.filter((_, nth) => GOODS[nth].categories.includes(name));
export const collections = [...new Set(GOODS.flatMap(({ categories }) => categories))].map((name) =>
  collectionOf(name, slugOf(name), inCategory(name)),
);
const all = collectionOf('Products', 'all', products);
export const byHandle = (handle) =>
  handle === 'all' ? all : collections.find((one) => one.handle === handle);
const link = (title, url, links = []) => ({ title, url, handle: slugOf(title), links, levels: 0 });
const menu = [...new Set(GOODS.map(({ categories: [outer] }) => outer))].map((outer) => {
  const inner = [
    ...new Set(GOODS.flatMap(({ categories: [top, own] }) => (top === outer && own ? [own] : []))),
  ];
  const to = (name) => `/collections/${slugOf(name)}`;
  return link(
    outer,
    to(outer),
    inner.map((name) => link(name, to(name))),
  );
});
export const linklists = {
  'main-menu': {
    title: 'Main menu',
    links: [link('Home', '/'), ...menu, link('Contact', '/pages/contact')],
  },
  footer: { title: 'Footer menu', links: [link('Search', '/search')] },
};
/** The structured data of a product. */
export function structured(product) {
  const availability = `http://schema.org/${product.available ? 'InStock' : 'OutOfStock'}`;
  const offer = ({ id, price }) => ({
    ...(product.has_only_default_variant ? {} : { '@id': `${product.url}?variant=${id}#offer` }),
    ...{ '@type': 'Offer', availability, price: (price / 100).toFixed(2), priceCurrency: 'AUD' },
    url: `${ORIGIN}${product.url}?variant=${id}`,
  });
  const image = `${ORIGIN}/cdn/shop/files/${product.featured_media.src}?v=1733&width=900`;
  const shared = {
    ...{
      '@context': 'http://schema.org/',
      '@id': `${product.url}#product`,
      brand: { '@type': 'Brand', name: product.vendor },
    },
    ...{
      category: '',
      description: product.description.replace(/<[^>]+>/g, ''),
      name: product.title,
      url: ORIGIN + product.url,
    },
  };
  const one = product.has_only_default_variant;
  const node = one
    ? {
        ...shared,
        '@type': 'Product',
        image,
        offers: { ...offer(product.variants[0]), '@id': `${product.url}#offer` },
        sku: product.variants[0].sku,
      }
    : {
        ...{ ...shared, '@type': 'ProductGroup', productGroupID: String(product.id) },
        hasVariant: product.variants.map((variant) => ({
          ...{
            '@id': `${product.url}?variant=${variant.id}#variant`,
            '@type': 'Product',
            image,
            sku: variant.sku,
          },
          ...{ name: `${product.title} - ${variant.title}`, offers: offer(variant) },
        })),
      };
  return JSON.stringify(node).replaceAll('/', '\\/');
}

/** What Shopify adds to each page's head, as far as it speaks of products. */
export function headerOf(kind, product) {
  const meta = { page: { pageType: kind === 'index' ? 'home' : kind, requestId: 'street' } };
  if (product) {
    const { id, vendor, type, handle } = product;
    const variants = product.variants.map(({ id: of, price, title, sku }) => ({
      ...{
        id: of,
        price,
        sku,
        name: product.has_only_default_variant ? product.title : `${product.title} - ${title}`,
      },
      public_title: product.has_only_default_variant ? null : title,
    }));
    meta.product = {
      id,
      gid: `gid://shopify/Product/${id}`,
      vendor,
      type,
      handle,
      variants,
      remote: false,
    };
    meta.page = { ...meta.page, resourceType: 'product', resourceId: id };
  }
  return `<script>var Shopify = Shopify || {};Shopify.shop = "street.myshopify.com";Shopify.locale = "en";Shopify.currency = {"active":"AUD","rate":"1.0"};Shopify.country = "AU";</script>
<script>window.ShopifyAnalytics = window.ShopifyAnalytics || {};window.ShopifyAnalytics.meta = window.ShopifyAnalytics.meta || {};window.ShopifyAnalytics.meta.currency = 'AUD';
var meta = ${JSON.stringify(meta)};for (var attr in meta) {window.ShopifyAnalytics.meta[attr] = meta[attr];}</script>`;
}

/** The sitemap at an address. */
export function sitemap(path) {
  const urls = (paths) =>
    paths.map(
      (one) =>
        `<url><loc>${ORIGIN}${one}</loc><lastmod>2026-11-20T10:00:00+11:00</lastmod><changefreq>daily</changefreq></url>`,
    );
  const of = (name, inner) =>
    `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner.join('\n')}</${name}>`;
  if (path.includes('products'))
    return of('urlset', urls(['/', ...products.map(({ url }) => url)]));
  if (path.includes('collections')) return of('urlset', urls(collections.map(({ url }) => url)));
  if (path.includes('pages')) return of('urlset', urls(['/pages/contact']));
  return of(
    'sitemapindex',
    ['products', 'pages', 'collections'].map(
      (kind) => `<sitemap><loc>${ORIGIN}/sitemap_${kind}_1.xml?from=1&amp;to=9</loc></sitemap>`,
    ),
  );
}

/** What Shopify lets crawlers read. */
export const ROBOTS = `User-agent: *
${['/admin', '/cart', '/orders', '/checkouts/', '/checkout', '/carts', '/account', '/collections/*sort_by*', '/collections/*+*', '/collections/*filter*&*filter*', '/blogs/*+*', '/policies/', '/search', '/recommendations/products'].map((path) => `Disallow: ${path}\n`).join('')}
Sitemap: ${ORIGIN}/sitemap.xml
`;
