/*
 * /admin: pages for operators, HTML without script, one function from Request to Response like the API.
 *   admin-app      routes and the guard: whoever is no operator gets 404 everywhere but at /admin/login
 *   operator-session  the cookie, and the CSRF token that every form carries     sign-in-page
 *   retailers-page    retailers, pause, enable, crawl now     runs-page     what crawls did, undo
 *   quarantine-page   what is held, approve, undo     refused-page     offers that a guard refused
 *   outbox-page     queue-board (bull-board)
 *   layout            the frame and small parts of all pages
 */
import { type Context, Hono } from 'hono';
import type { HandleApi } from '../api/app.ts';
import type { ApiServices } from '../api/core/services.ts';
import type { AdminEnv } from './admin-env.ts';
import { formFields, isFromOurPages, operatorOf, signsForm } from './operator-session.ts';
import { outboxRoutes } from './outbox-page.ts';
import { quarantineRoutes } from './quarantine-page.ts';
import { BOARD_PATH, createQueueBoard } from './queue-board.ts';
import { refusedRoutes } from './refused-page.ts';
import { retailerRoutes } from './retailers-page.ts';
import { runsRoutes } from './runs-page.ts';
import { signInRoutes, signOut } from './sign-in-page.ts';

/** Builds the operators' pages. The function never throws. */
export function createAdmin(services: ApiServices): HandleApi {
  const app = new Hono<AdminEnv>();

  app.route('/admin/login', signInRoutes(services));

  app.use('/admin/*', async (c, next) => {
    const operator = await operatorOf(services, c.req.raw);
    if (!operator) return notFound(c);
    c.set('operator', operator);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !(await isMeant(c))) {
      return c.text('This form is too old, or not ours. Go back and try again.', 403);
    }
    return next();
  });
  app.get('/admin', (c) => c.redirect('/admin/retailers'));
  app.post('/admin/logout', (c) => signOut(services, c));
  app.route('/admin/retailers', retailerRoutes(services));
  app.route('/admin/runs', runsRoutes(services));
  app.route('/admin/quarantine', quarantineRoutes(services));
  app.route('/admin/refused', refusedRoutes(services));
  app.route('/admin/outbox', outboxRoutes(services));
  app.route(BOARD_PATH, createQueueBoard(services.queues));
  app.notFound(notFound);
  app.onError((error, c) => {
    services.log.error({ err: error, path: c.req.path }, 'a page of /admin failed');
    return c.text('Something went wrong.', 500);
  });

  /** A write is meant when it comes from our pages, and a form of ours also brings its token. */
  async function isMeant(c: Context<AdminEnv>): Promise<boolean> {
    if (!isFromOurPages(c.req.raw, services.config.siteUrl)) return false;
    // The board's script sends no forms; other sites cannot send what it does.
    if (c.req.path.startsWith(`${BOARD_PATH}/api/`)) return true;
    const { csrf } = await formFields(c);
    return signsForm(services, c.get('operator').sessionId, csrf);
  }

  return async (request, { remoteAddress }) => app.fetch(request, { remoteAddress });
}

/** Hands /admin to one, everything else to the other. */
export function withAdmin(api: HandleApi, admin: HandleApi): HandleApi {
  return (request, context) =>
    /^\/admin(?:\/|$)/.test(new URL(request.url).pathname)
      ? admin(request, context)
      : api(request, context);
}

function notFound(c: Context): Response {
  return c.text('There is no such page.', 404);
}
