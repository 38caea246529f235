import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path of the picture shop answers. */
export interface PictureAnswer {
  status?: number;
  type?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** A shop whose answers, by path, are the test's; counts what it was asked for. */
export interface PictureShop {
  origin: string;
  answers: Map<string, PictureAnswer>;
  requests: string[];
  close(): Promise<void>;
}

/** Starts a picture shop on a port of its own; without an answer a path is 404. */
export async function startPictureShop(): Promise<PictureShop> {
  const answers = new Map<string, PictureAnswer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const {
      status = 200,
      type = 'image/png',
      body = '',
      headers,
    } = answers.get(path) ?? {
      status: 404,
    };
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A product page that shows this picture. */
export function pageWithPicture(name: string, image: string): string {
  const offers = { '@type': 'Offer', price: '9.00', priceCurrency: 'AUD' };
  const data = { '@context': 'https://schema.org', '@type': 'Product', name, image, offers };
  return `<!doctype html><title>${name}</title><h1>${name}</h1>
<script type="application/ld+json">${JSON.stringify(data)}</script><p>$9.00</p><button>Add to cart</button>`;
}
