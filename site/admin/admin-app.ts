/* /admin: the operators' pages, HTML without script. Everybody else gets 404 everywhere except at /admin/login. */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { HonoAdapter } from '@bull-board/hono';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { html } from 'hono/html';
import type { Queues } from '#db/queues/open-queues.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import type { HandleApi } from '../api/app.ts';
import { isStorable, UNSTORABLE } from '../api/core/middleware.ts';
import type { ApiServices } from '../api/core/services.ts';
import { auditPage, noteAction } from './audit-page.ts';
import { errorsPage } from './errors-page.ts';
import { keysPage } from './keys-page.ts';
import { adminPage } from './layout.ts';
import { matchesPage } from './matches-page.ts';
import { newShopPage } from './new-shop-page.ts';
import {
  type AdminApp,
  type AdminContext,
  formFields,
  isFromOurPages,
  isToken,
  operatorOf,
} from './operator-session.ts';
import { outboxPage } from './outbox-page.ts';
import { overviewPage } from './overview-page.ts';
import { quarantinePage } from './quarantine-page.ts';
import { refusedPage } from './refused-page.ts';
import { retailerPage } from './retailer-page.ts';
import { retailersPage, runsPage } from './retailers-page.ts';
import { shelvesPage } from './shelves-page.ts';
import { signInPage, signOut } from './sign-in-page.ts';
import { specialsPage } from './specials-page.ts';

/** Base path of the queue board, and of the links that it builds. */
const BOARD_PATH = '/admin/queues';

/** Hash of the one inline style that the board needs: the colours of its database icon. */
const DRAWING_STYLE = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

const POLICY = `script-src 'self'; style-src 'self' ${DRAWING_STYLE}; base-uri 'self'`;

const QUEUES_AWAY = html`<p>The queue store does not respond. Shoppers are still served; mails and due pages wait in the
database. Reload this page when the store is back.</p>`;

const PAGES = [
  overviewPage,
  retailersPage,
  newShopPage,
  retailerPage,
  runsPage,
  quarantinePage,
  refusedPage,
  matchesPage,
  shelvesPage,
  specialsPage,
  outboxPage,
  keysPage,
  errorsPage,
  auditPage,
];

/** Creates the handler of /admin. The handler never throws. */
export function createAdmin(services: ApiServices): HandleApi {
  const app: AdminApp = new Hono();

  signInPage(app);

  app.use('/admin/*', contextStorage(), async (c, next) => {
    const operator = await operatorOf(c);
    if (!operator) return notFound(c);
    c.set('operator', operator);
    const isText = !c.req.url.includes('%00') && isStorable(await formFields(c));
    if (!isText) return c.text(UNSTORABLE, 400);
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    if (!(await isIntended(c))) {
      return c.text('This form has expired or is not from this site. Go back and try again.', 403);
    }
    await next();
    if (c.res.status >= 400) return;
    await noteAction(c);
    const { email } = operator;
    const done = c.res.headers.get('location');
    services.log.info({ operator: email, path: c.req.path, done }, 'operator action');
  });
  app.post('/admin/logout', signOut);
  for (const addPage of PAGES) addPage(app);
  app.use(`${BOARD_PATH}/*`, async (_c, next) => {
    if (await services.queues.isUp()) return next();
    return adminPage({ title: 'Queues', section: BOARD_PATH, body: QUEUES_AWAY, status: 503 });
  });
  app.route(BOARD_PATH, createQueueBoard(services.queues));
  app.notFound((c) => {
    // Only operators get here.
    const { pathname, search } = new URL(c.req.url);
    return pathname.endsWith('/')
      ? c.redirect(pathname.replace(/\/+$/, '') + search, 301)
      : notFound(c);
  });
  app.onError((error, c) => {
    services.log.error({ err: error, path: c.req.path }, 'a page of /admin failed');
    return c.text('Something went wrong.', 500);
  });
  return async (request, context) => app.fetch(request, { ...services, ...context });
}

/** True for a write that comes from our own pages; a form must also carry its token. */
async function isIntended(c: AdminContext): Promise<boolean> {
  if (!isFromOurPages(c)) return false;
  // The board's script sends JSON and no form token; other sites cannot send such requests.
  if (c.req.path.startsWith(`${BOARD_PATH}/api/`)) return true;
  const { csrf } = await formFields(c);
  return isToken(csrf, c.get('operator').csrf);
}

function notFound(c: Context): Response {
  return c.text('There is no such page.', 404);
}

/** bull-board over all lanes, on either store. Removes the third-party font and inline styles from its page. */
function createQueueBoard(queues: Queues): Hono {
  const adapter = new HonoAdapter(serveBoardFile).setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.lanes.map((queue) => new BullMQAdapter(queue as never)),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: `${SITE_NAME} queues`,
        boardLogo: { path: '/favicon.svg', width: 24, height: 24 },
        favIcon: { default: '/favicon.svg', alternative: '/favicon.svg' },
        hideDocsLink: true,
        hideRedisDetails: false,
        miscLinks: [{ text: 'Admin', url: '/admin' }],
      },
    },
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
  app.route('/', adapter.registerPlugin());
  return app;
}

/** Serves the board's files; a file with a hash in its name never changes. */
const serveBoardFile: typeof serveStatic = (options) =>
  serveStatic({
    ...options,
    onFound(path, c) {
      const isImmutable = /\.[0-9a-f]{8,}\.[^/]*$/.test(path);
      const age = isImmutable ? 'max-age=31536000, immutable' : 'max-age=3600';
      c.header('cache-control', `private, ${age}`);
    },
  });
