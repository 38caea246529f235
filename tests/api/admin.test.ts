import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { Page } from '#db/entities/page.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { Session, User } from '#db/entities/user.ts';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import { seal } from '#db/runtime/signed-link.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { createAdmin } from '#site/admin/admin-app.ts';
import type { HandleApi } from '#site/api/app.ts';
import {
  formToken,
  OPERATOR,
  openAdminSite,
  PASSWORD,
  SHOPPER,
  signIn,
} from '../support/admin-site.ts';
import { createPage, createRetailer, createRun, hoursFromNow } from '../support/factory.ts';
import { makeKey } from '../support/person.ts';
import { countJobs } from '../support/queue-jobs.ts';
import { startTestRedis } from '../support/redis.ts';
import { openBrowser, type SmallBrowser, targetOf } from '../support/small-browser.ts';
import { openEmptyApi, openTestApi, type TestApi } from '../support/test-api.ts';

describe('/admin', () => {
  let base: TestApi;
  let site: { api: HandleApi };

  beforeAll(async () => {
    base = await openEmptyApi();
    site = await openAdminSite(base);
    const em = base.services.em();
    await createRetailer(em, { slug: 'kettle-hut', kind: 'demo' });
    await createRetailer(em, { slug: 'real-shop', status: 'disabled' });
    return () => base.close();
  });

  beforeEach(() => base.services.em().nativeDelete(RateLimit, {}));

  async function signedIn(): Promise<{ browser: SmallBrowser; csrf: string }> {
    const browser = openBrowser(site);
    expect((await signIn(browser)).status).toBe(303);
    return { browser, csrf: await formToken(browser, '/admin/retailers') };
  }

  const PAGES = `
    /admin /admin/retailers /admin/retailers/kettle-hut /admin/runs /admin/quarantine
    /admin/matches /admin/shelves /admin/specials /admin/refused /admin/outbox /admin/audit
    /admin/keys /admin/errors /admin/queues /admin/queues/api/queues
    /admin/queues/static/js/main.js /admin/nothing
  `
    .trim()
    .split(/\s+/);

  test('answers 404 to everyone else, whatever credentials they send', async () => {
    const body = { email: OPERATOR, password: PASSWORD };
    const { token } = (await base.call('POST', '/auth/login', { body })).body['data'] as {
      token: string;
    };
    for (const path of PAGES) {
      const browser = openBrowser(site);
      expect((await browser.get(path)).status, path).toBe(404);
      for (const cookie of [
        `priceroo-admin=${token}`,
        `priceroo-admin=${token}.x`,
        `better-auth.session_token=${token}`,
      ]) {
        const request = new Request(`http://localhost:4321${path}`, {
          headers: { cookie, authorization: `Bearer ${token}` },
        });
        const answer = await site.api(request, { remoteAddress: '127.0.0.1' });
        expect(answer.status, path).toBe(404);
      }
    }
  });

  test('opens to an operator with a strict cookie, but to no shopper', async () => {
    const browser = openBrowser(site);
    const answer = await signIn(browser);
    expect(answer.headers.getSetCookie().join()).toMatch(
      /priceroo-admin=[^;]+;.*Path=\/admin; HttpOnly; SameSite=Strict/,
    );
    expect(targetOf(answer).pathname).toBe('/admin');
    for (const path of PAGES.slice(0, -2)) {
      expect((await browser.get(path)).status, path).toBe(200);
    }
    for (const path of ['/admin', '/admin/queues', '/admin/retailers', '/admin/nothing']) {
      const moved = await browser.get(`${path}/?page=2`);
      expect([moved.status, moved.headers.get('location')]).toEqual([301, `${path}?page=2`]);
      expect((await openBrowser(site).get(`${path}/`)).status).toBe(404);
    }
    const shopper = openBrowser(site);
    const refused = await signIn(shopper, SHOPPER);
    const wrong = await signIn(openBrowser(site), OPERATOR, 'not-the-one');
    expect([refused.status, wrong.status]).toEqual([401, 401]);
    const words = 'Wrong email or password, or not an operator account.';
    expect(await refused.text()).toContain(words);
    expect(await wrong.text()).toContain(words);
    expect((await shopper.get('/admin/retailers')).status).toBe(404);
  });

  test('the overview shows late retailers and recent actions and links to each retailer', async () => {
    const em = base.services.em();
    const shop = await em.findOneOrFail(Retailer, { slug: 'kettle-hut' });
    const url = 'http://kettle-hut.demo-shops.localhost/p/late';
    const failed = {
      lastOutcome: 'failed',
      lastReason: 'timeout',
      lastCheckedAt: new Date(),
    } as const;
    await createPage(em, { retailer: shop.id, url, nextCheckAt: hoursFromNow(-9), ...failed });
    await createRun(em, { retailer: shop.id, kind: 'crawl', status: 'done', pagesDone: 4_321 });
    await createRun(em, { retailer: shop.id, kind: 'replay', pricesChanged: 8_765 });
    const { browser } = await signedIn();
    const overview = await (await browser.get('/admin')).text();
    expect(overview).toContain('No worker');
    expect(overview).toMatch(/href="\/admin\/retailers\/kettle-hut"/);
    expect(overview).toContain('4,321');
    const full = await (await browser.get('/admin/retailers/kettle-hut')).text();
    expect(full).toMatch(/timeout.*4,321.*demo-shops\/kettle-hut\/p\/late/s);
    const runs = await (await browser.get('/admin/runs')).text();
    expect([full, runs].join()).not.toContain('8,765');
    expect((await browser.get('/admin/retailers/no-such-shop')).status).toBe(404);
    await em.nativeDelete(Page, { url });
  });

  test('a session ends with sign-out, with the loss of the role and with its time', async () => {
    const one = await signedIn();
    await one.browser.submit('/admin/logout', { csrf: one.csrf });
    expect((await one.browser.get('/admin/retailers')).status).toBe(404);

    const two = await signedIn();
    const stolen = new Map(two.browser.cookies);
    await two.browser.submit('/admin/logout', { csrf: two.csrf });
    for (const [name, value] of stolen) two.browser.cookies.set(name, value);
    expect((await two.browser.get('/admin/retailers')).status).toBe(404);

    const three = await signedIn();
    const em = base.services.em();
    await em.nativeUpdate(User, { email: OPERATOR }, { role: 'user' });
    expect((await three.browser.get('/admin/retailers')).status).toBe(404);
    await promoteToOperator(em, OPERATOR);

    const four = await signedIn();
    await em.nativeUpdate(Session, {}, { expiresAt: hoursFromNow(-1) });
    expect((await four.browser.get('/admin/retailers')).status).toBe(404);
  });

  test('the API does not accept an admin session as bearer token', async () => {
    const { browser } = await signedIn();
    const [token = ''] = (browser.cookies.get('priceroo-admin') ?? '').split('.');
    expect((await base.call('GET', '/auth/me', { token })).status).toBe(401);
    const tooLong = { token, expiresAt: { $gt: hoursFromNow(8) } };
    expect(await base.services.em().count(Session, tooLong)).toBe(0);
    expect((await browser.get('/admin/retailers')).status).toBe(200);
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json'])(
    'what is sent as %s is no form, and no fault of ours',
    async (type) => {
      const init = { method: 'POST', headers: { 'content-type': type }, body: '--y' };
      const request = new Request('http://localhost:4321/admin/login', init);
      const answer = await site.api(request, { remoteAddress: '203.0.113.7' });
      expect(answer.status).toBe(403);
    },
  );

  test('limits password guesses', async () => {
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const browser = openBrowser(site);
      statuses.push((await signIn(browser, 'nobody@example.com', `guess-${guess}`)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });

  const status = async (slug: string) => base.services.em().findOne(Retailer, { slug });

  test('accepts a form only with its token and from our own pages', async () => {
    const { browser, csrf } = await signedIn();
    const other = await signedIn();
    const { id } = (await status('kettle-hut')) ?? { id: '' };
    for (const path of [
      `/admin/retailers/${id}/disable`,
      '/admin/quarantine/x/approve',
      '/admin/runs/x/undo',
      '/admin/matches/split',
      `/admin/shelves/${id}`,
    ]) {
      const attempts = [
        browser.submit(path, {}),
        browser.submit(path, { csrf: 'x' }),
        browser.submit(path, { csrf: other.csrf }),
        browser.submit(path, { csrf }, { 'sec-fetch-site': 'cross-site' }),
        browser.submit(path, { csrf }, { 'sec-fetch-site': 'same-site' }),
        browser.submit(path, { csrf }, { origin: 'https://evil.example' }),
        browser.submit(path, { csrf }, { origin: 'null' }),
        browser.submit(path, { csrf }, {}),
      ];
      for (const answer of await Promise.all(attempts)) expect(answer.status, path).toBe(403);
      expect((await openBrowser(site).submit(path, { csrf })).status, path).toBe(404);
      expect((await browser.get(path)).status, path).toBe(404);
    }
    const pause = '/admin/queues/api/queues/clock/pause';
    const evil = await browser.submit(pause, {}, { origin: 'https://evil.example' });
    expect(evil.status).toBe(403);
    expect((await status('kettle-hut'))?.status).toBe('enabled');
    const login = openBrowser(site);
    expect(
      (await login.submit('/admin/login', { email: OPERATOR, password: PASSWORD })).status,
    ).toBe(403);
  });

  test('an operator disables, enables and crawls a retailer with one click', async () => {
    const { browser, csrf } = await signedIn();
    const { id } = (await status('kettle-hut')) ?? { id: '' };
    const act = (path: string) => browser.submit(`/admin/retailers/${path}`, { csrf });
    const disabled = await act(`${id}/disable`);
    expect(await (await browser.get(targetOf(disabled).href)).text()).toContain('Disabled.');
    expect((await status('kettle-hut'))?.status).toBe('disabled');
    await act(`${id}/enable`);
    expect((await status('kettle-hut'))?.status).toBe('enabled');
    await act(`${id}/crawl`);
    expect((await countJobs(base.services.queues, 'fetch')).waiting).toBe(1);
    expect(targetOf(await act('x/disable')).search).toBe('?done=unknown');
  });

  test('refuses text that the database cannot store, in an address and in a form', async () => {
    const { browser, csrf } = await signedIn();
    const { id } = (await status('kettle-hut')) ?? { id: '' };
    for (const path of ['/admin/retailers/%00', '/admin/refused?retailer=%00']) {
      expect((await browser.get(path)).status, path).toBe(400);
    }
    const answer = await browser.submit(`/admin/retailers/${id}/disable`, { csrf, why: '\0' });
    expect(answer.status).toBe(400);
    expect((await status('kettle-hut'))?.status).toBe('enabled');
    expect((await signIn(openBrowser(site), OPERATOR, '\0')).status).toBe(401);
  });

  test('audits a field that is cut within an emoji', async () => {
    const { browser, csrf } = await signedIn();
    const { id } = (await status('real-shop')) ?? { id: '' };
    const why = `${'w'.repeat(199)}😀`;
    const answer = await browser.submit(`/admin/retailers/${id}/disable`, { csrf, why });
    expect(answer.status).toBe(303);
    const page = await browser.get('/admin/audit?show=actions');
    expect(await page.text()).toContain('w'.repeat(199));
  });

  test('audits operator actions with their fields but without the token', async () => {
    const { browser, csrf } = await signedIn();
    const { id } = (await status('real-shop')) ?? { id: '' };
    await browser.submit(`/admin/retailers/${id}/disable`, { csrf, why: '<b>slow</b>' });
    await browser.submit(`/admin/retailers/${id}/enable`, { csrf: 'x' });
    const page = await (await browser.get('/admin/audit?show=actions')).text();
    expect(page).toContain(`retailers/${id}/disable`);
    expect(page).toContain('why: &lt;b&gt;slow&lt;/b&gt;');
    expect(page).toContain(OPERATOR);
    expect(page).not.toContain(`retailers/${id}/enable`);
    expect(page.split('<main')[1]).not.toContain(csrf);
  });

  test('lists API keys with their owners, never whole, and revokes them', async () => {
    const body = { email: SHOPPER, password: PASSWORD };
    const login = await base.call('POST', '/auth/login', { body });
    const { token } = login.body['data'] as { token: string };
    const { id, key } = await makeKey(base, token, '<i>Sheet</i>');
    expect((await base.call('GET', '/features', { token: key })).status).toBe(200);
    const { browser, csrf } = await signedIn();
    const page = await (await browser.get('/admin/keys')).text();
    expect(page).toContain('&lt;i&gt;Sheet&lt;/i&gt;');
    expect(page).toContain(SHOPPER.replace('@', '@<wbr>'));
    expect(page).toContain(`${key.slice(0, 8)}…`);
    expect(page).not.toContain(key.slice(0, 12));
    expect((await browser.submit(`/admin/keys/${id}/revoke`, { csrf })).status).toBe(303);
    expect((await base.call('GET', '/features', { token: key })).status).toBe(401);
  });

  test('real and demo shops are never enabled together', async () => {
    const { browser, csrf } = await signedIn();
    const demo = (await status('kettle-hut'))?.id;
    const real = (await status('real-shop'))?.id;
    await browser.submit(`/admin/retailers/${real}/enable`, { csrf });
    expect((await status('kettle-hut'))?.status).toBe('disabled');
    const refused = await browser.submit(`/admin/retailers/${demo}/enable`, { csrf });
    expect(targetOf(refused).search).toBe('?done=real-enabled');
    expect((await status('kettle-hut'))?.status).toBe('disabled');
    await browser.submit(`/admin/retailers/${real}/disable`, { csrf });
    await browser.submit(`/admin/retailers/${demo}/enable`, { csrf });
    expect((await status('kettle-hut'))?.status).toBe('enabled');
  });

  test('shows outbox mail as text', async () => {
    const text = composeMail(
      { subject: 'Hello <b>', paragraphs: ['<script>alert(1)</script>'], because: 'Test.' },
      'us@example.com',
    );
    const id = await addMail(base.services.em(), {
      key: 'test:outbox',
      kind: 'confirmation',
      recipient: SHOPPER,
      text,
    });
    const { browser } = await signedIn();
    const list = await (await browser.get('/admin/outbox?state=waiting')).text();
    expect(list).toContain('Hello &lt;b&gt;');
    const mail = await (await browser.get(`/admin/outbox/${id}`)).text();
    expect(mail).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail).not.toContain('<script');
    expect((await browser.get('/admin/outbox/x')).status).toBe(404);
  });

  test('shows an outbox mail whose link was sealed with an earlier secret', async () => {
    const key = 'sealed:outbox';
    const link = `token=${seal('another-secret-of-at-least-32-characters', key, 'abc')}`;
    const text = composeMail(
      { subject: 'Reset', paragraphs: [link], because: 'Test.' },
      'us@example.com',
    );
    const id = await addMail(base.services.em(), {
      key,
      kind: 'reset',
      recipient: SHOPPER,
      text,
    });
    const { browser } = await signedIn();
    const answer = await browser.get(`/admin/outbox/${id}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('BETTER_AUTH_SECRET has changed');
  });

  test('the queue board lists every lane and serves only its own files', async () => {
    const { browser } = await signedIn();
    const page = await browser.get('/admin/queues');
    const html = await page.text();
    expect(html).toContain('<base href="/admin/queues/"');
    expect(html).not.toContain('googleapis');
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const script = /src="(static\/js\/main[^"]+)"/.exec(html)?.[1];
    const file = await browser.get(`/admin/queues/${script}`);
    expect(file.headers.get('content-type')).toContain('javascript');
    for (const path of ['..%2f..%2fpackage.json', '%2e%2e/index.ejs', 'js/none.js']) {
      const answer = await browser.get(`/admin/queues/static/${path}`);
      expect(await answer.text()).not.toMatch(/"name"|<%=/);
    }
    const { queues } = (await (await browser.get('/admin/queues/api/queues')).json()) as {
      queues: { name: string }[];
    };
    expect(queues.map(({ name }) => name)).toEqual(['clock', 'fetch', 'follow-up', 'ai']);
  });

  test('the cookie needs https where the site has it', async () => {
    const SITE_URL = 'https://prices.example.com.au';
    const secure = await openTestApi(base.services.config.databaseUrl ?? '', { SITE_URL });
    const request = new Request(`${SITE_URL}/admin/login`);
    const page = await createAdmin(secure.services)(request, { remoteAddress: '127.0.0.1' });
    expect(page.headers.get('set-cookie')).toContain('Secure');
    await secure.close();
  });
});

test('with queues on Redis, a crawl is queued there and the board lists every lane', async () => {
  const redis = await startTestRedis();
  const base = await openEmptyApi({ REDIS_URL: redis.url });
  const browser = openBrowser(await openAdminSite(base));
  await signIn(browser);
  const { id } = await createRetailer(base.services.em(), { slug: 'kettle-hut', kind: 'demo' });
  const csrf = await formToken(browser, '/admin/retailers');
  await browser.submit(`/admin/retailers/${id}/crawl`, { csrf });
  expect((await countJobs(base.services.queues, 'fetch')).waiting).toBe(1);
  const lanes = await browser.get('/admin/queues/api/queues');
  expect(await lanes.json()).toMatchObject({ queues: { length: 4 } });
  await base.close();
  await redis.stop();
});
