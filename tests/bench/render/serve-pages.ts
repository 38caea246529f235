/*
 * A process that serves the bench's pages, their JSON and shared files, packed beforehand: `node serve-pages.ts <count>`
 * sends its port.
 */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from '#db/runtime/free-port.ts';
import { BUNDLE, STYLES, scriptPage } from './script-pages.ts';

const files = new Map<string, { body: Buffer; headers: Record<string, string> }>();
for (let number = 0; number < Number(process.argv[2]); number += 1) {
  const { path, html, data } = scriptPage(number);
  add(path, 'text/html; charset=utf-8', html, 'no-cache');
  if (data) add(data.path, 'application/json', data.json, 'no-store');
}
for (const { path, type, body } of [BUNDLE, STYLES]) {
  add(path, type, body, 'public, max-age=31536000, immutable');
}

function add(path: string, type: string, text: string, cacheControl: string): void {
  const body = gzipSync(text);
  const headers = {
    'content-type': type,
    'content-encoding': 'gzip',
    'content-length': String(body.length),
    'cache-control': cacheControl,
  };
  files.set(path, { body, headers });
}

const server = createServer((request, response) => {
  if (request.url === '/robots.txt') {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end('User-agent: *\nDisallow: /cart\nDisallow: /*?sort=\n');
    return;
  }
  const found = files.get(request.url ?? '');
  if (!found) return void response.writeHead(404).end();
  response.writeHead(200, found.headers).end(found.body);
});
server.keepAliveTimeout = 60_000;
process.send?.(await listen(server));
