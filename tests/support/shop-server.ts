import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { listen } from '#db/runtime/free-port.ts';

/** One product that a test shop sells now; change it and the shop's page changes. */
export interface ShopProduct {
  name: string;
  price: string;
  brand?: string;
  gtin?: string;
  /** A whole body to answer instead of the product's page. */
  body?: string;
}

export interface ShopServer {
  origin: string;
  products: Map<string, ShopProduct>;
  /** Paths in the order in which they were asked for. */
  requests: string[];
  /** When each was asked for, in ms of the monotonic clock. */
  requestedAtMs: number[];
  /** How long each answer takes. */
  answerAfterMs: number;
  /** False: the shop has no sitemap. */
  hasSitemap: boolean;
  close(): Promise<void>;
}

/** A local shop over HTTP: a sitemap, product pages with JSON-LD, ETags, pictures; its products are the test's to change. */
export async function startShopServer(
  products: Record<string, ShopProduct>,
  { answerAfterMs = 0 } = {},
): Promise<ShopServer> {
  const stock = new Map(Object.entries(products));
  const requests: string[] = [];
  const requestedAtMs: number[] = [];
  const shop: ShopServer = {
    origin: '',
    products: stock,
    requests,
    requestedAtMs,
    answerAfterMs,
    hasSitemap: true,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    requestedAtMs.push(performance.now());
    if (shop.answerAfterMs > 0) await wait(shop.answerAfterMs);
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /secret\n');
    if (path === '/' && !stock.has('/')) {
      response.setHeader('content-type', 'text/html');
      return void response.end('<!doctype html><title>Test shop</title><h1>Welcome</h1>');
    }
    if (path === '/sitemap.xml' && shop.hasSitemap) {
      const urls = [...stock.keys()].map(
        (id) => `<url><loc>${shop.origin}/product/${id}</loc></url>`,
      );
      response.setHeader('content-type', 'application/xml');
      return void response.end(`<urlset>${urls.join('')}</urlset>`);
    }
    if (path.startsWith('/test-pictures/')) {
      response.setHeader('content-type', 'image/png');
      return void response.end(
        await sharp(Buffer.from(drawPicture(path)))
          .png()
          .toBuffer(),
      );
    }
    const product = stock.get(path.replace('/product/', ''));
    if (!product) return void response.writeHead(404).end();
    const etag = `"${product.price}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'text/html', etag });
    response.end(product.body ?? productPage(product, shop.origin + path));
  });
  shop.origin = `http://127.0.0.1:${await listen(server)}`;
  return shop;
}

function productPage(product: ShopProduct, url: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.gtin && { gtin13: product.gtin }),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price,
      priceCurrency: 'AUD',
      availability: 'https://schema.org/InStock',
    },
  };
  return `<!doctype html><title>${product.name}</title><h1>${product.name}</h1>
<script type="application/ld+json">${JSON.stringify(data)}</script><p>$${product.price}</p><button>Add to cart</button>`;
}

const SHAPES: Record<string, string> = {
  bambino:
    '<rect x="50" y="60" width="100" height="90" rx="8"/><rect x="84" y="110" width="32" height="30" fill="#fff"/>',
  dedica:
    '<rect x="70" y="50" width="60" height="110" rx="8"/><rect x="86" y="118" width="28" height="28" fill="#fff"/>',
  iphone:
    '<rect x="66" y="30" width="68" height="140" rx="12"/><rect x="72" y="42" width="56" height="112" fill="#fff"/>',
  kayano: '<path d="M30 130q40 0 60-50l30 20q40 20 50 40v20H30Z"/>',
};

const ANY = '<rect x="50" y="50" width="100" height="100" rx="12"/>';

/** A simple SVG of the product that the picture's address names; a box where it names none. */
function drawPicture(url: string): string {
  const [, kind = ''] = /test-pictures\/([a-z]+)/.exec(url) ?? [];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200"><rect width="200" height="200" fill="#f4f1ea"/><g fill="#56606e">${SHAPES[kind] ?? ANY}</g></svg>`;
}
