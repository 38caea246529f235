import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { HonoAdapter } from '@bull-board/hono';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Queues } from '#db/queues/open-queues.ts';
import { codeOf } from '#domain/errors.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';

/** Where the board lies; its own links are built on it. */
export const BOARD_PATH = '/admin/queues';

/** The colours within the drawing of the board's database button: this text and no other inline style. */
const DRAWING_STYLE = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

const POLICY = `script-src 'self'; style-src 'self' ${DRAWING_STYLE}; base-uri 'self'`;

const BOARD_FILES = join(
  dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json')),
  'dist',
);

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
};

/** bull-board over all lanes, on either store. A font of another origin and inline styles are taken out of its page. */
export function createQueueBoard(queues: Queues): Hono {
  const adapter = new HonoAdapter(serveBoardFile).setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.lanes.map((queue) => new BullMQAdapter(queue as never)),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: `${SITE_NAME} queues`, hideRedisDetails: false } },
  });
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
    const page = (await c.res.text())
      .replaceAll(/<link[^>]*fonts\.googleapis\.com[^>]*>/g, '')
      .replace(/<div id="root">[\s\S]*<\/div>(?=\s*<script)/, '<div id="root"></div>');
    c.res = new Response(page, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
      },
    });
  });
  app.route('/', adapter.registerPlugin() as unknown as Hono);
  return app;
}

/** Files of the board's page, from its package and nowhere else. */
function serveBoardFile({ rewriteRequestPath }: ServeOptions): MiddlewareHandler {
  return async (c, next) => {
    const name = rewriteRequestPath?.(c.req.path) ?? '';
    const file = resolve(BOARD_FILES, 'static', `.${name}`);
    const isInside = !relative(join(BOARD_FILES, 'static'), file).startsWith('..');
    const type = TYPES[extname(file)];
    if (!isInside || !type) return next();
    try {
      const bytes = await readFile(file);
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': type,
        'cache-control': /\.[0-9a-f]{8,}\./.test(basename(file))
          ? 'private, max-age=31536000, immutable'
          : 'private, max-age=3600',
      });
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return next();
    }
  };
}

interface ServeOptions {
  rewriteRequestPath?: (path: string) => string;
}
