import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { drawPicture } from './test-picture.ts';

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
  close(): Promise<void>;
}

/** A local shop over HTTP: a sitemap, product pages with JSON-LD, ETags, pictures; its products are the test's to change. */
export async function startShopServer(
  products: Record<string, ShopProduct>,
  { answerAfterMs = 0 } = {},
): Promise<ShopServer> {
  const stock = new Map(Object.entries(products));
  const requests: string[] = [];
  let origin = '';
  const server = createServer(async (request, response) => {
    if (answerAfterMs > 0) await wait(answerAfterMs);
    const path = request.url ?? '/';
    requests.push(path);
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /secret\n');
    if (path === '/sitemap.xml') {
      const urls = [...stock.keys()].map((id) => `<url><loc>${origin}/product/${id}</loc></url>`);
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
    response.end(product.body ?? productPage(product, origin + path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    products: stock,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
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
