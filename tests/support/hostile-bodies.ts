import zlib from 'node:zlib';

/*
 * Bodies that hurt a careless reader. Built once on first use: the big ones cost time to pack.
 */

const MB = 1024 * 1024;

/** A product page that is honest but for what is passed in. */
export function productPage(
  product: { name?: string; price?: string; currency?: string } = {},
): string {
  const { name = 'Breville Bambino Plus', price = '549.00', currency = 'AUD' } = product;
  return `<!doctype html><html><head><meta charset="utf-8"><title>${name}</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":${JSON.stringify(name)},
"offers":{"@type":"Offer","price":${price},"priceCurrency":"${currency}","availability":"https://schema.org/InStock"}}</script>
</head><body><h1>${name}</h1></body></html>`;
}

/** 300 MB of zeros in 290 KB: a hundred gzip members in a row, which is one gzip file. */
export const gzipBomb = once(() => {
  const member = zlib.gzipSync(Buffer.alloc(3 * MB));
  return Buffer.concat(Array.from({ length: 100 }, () => member));
});

/** 100 MB of zeros in about 100 bytes. */
export const brotliBomb = once(() =>
  zlib.brotliCompressSync(Buffer.alloc(100 * MB), {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 },
  }),
);

/** A page wrapped in gzip six times. */
export const sixLayers = once(() => {
  let packed: Buffer = Buffer.from(productPage());
  for (let layer = 0; layer < 6; layer += 1) packed = zlib.gzipSync(packed);
  return packed;
});

/** A page whose JSON-LD is 10 MB. */
export const bigJsonLd = once(() => productPage({ name: 'x'.repeat(10 * MB) }));

/** 50,000 nested elements. */
export const deepDom = once(() => `<!doctype html>${'<div>'.repeat(50_000)}549.00`);

/** JSON-LD nested a million deep. */
export const deepJson = once(
  () => `<script type="application/ld+json">${'['.repeat(1e6)}${']'.repeat(1e6)}</script>`,
);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
