/*
 * A process that serves the bench's pages, packed beforehand: `node serve-pages.ts <count> [folder]` prints its port.
 * /<number> gives a page. A folder with expected.json gives its saved pages that hold JSON-LD or state instead.
 */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from '#db/runtime/free-port.ts';
import { benchPages } from './bench-pages.ts';

const bodies = new Map(
  benchPages(Number(process.argv[2]), process.argv[3]).map(({ path, html }) => [
    path,
    { plain: Buffer.from(html), packed: gzipSync(html) },
  ]),
);
const server = createServer((request, response) => {
  if (request.url === '/robots.txt') {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end('User-agent: *\nDisallow: /cart\nDisallow: /*?sort=\n');
    return;
  }
  const found = bodies.get(request.url ?? '');
  if (!found) return void response.writeHead(404).end();
  const isPacked = request.headers['accept-encoding']?.includes('gzip') ?? false;
  const bytes = isPacked ? found.packed : found.plain;
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': bytes.length,
    ...(isPacked && { 'content-encoding': 'gzip' }),
  });
  response.end(bytes);
});
server.keepAliveTimeout = 60_000;
process.send?.(await listen(server));
