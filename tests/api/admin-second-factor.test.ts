import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import type { HandleApi } from '#site/api/app.ts';
import { runCli } from '#worker/cli/commands.ts';
import { formToken, openAdminSite, SHOPPER, signIn, withAdmin } from '../support/admin-site.ts';
import { codeOf, setUpSecondFactor } from '../support/authenticator.ts';
import { mailsTo, type Person, register } from '../support/person.ts';
import { openBrowser, type SmallBrowser, targetOf } from '../support/small-browser.ts';
import { openEmptyApi, openTestApi, type TestApi } from '../support/test-api.ts';

let base: TestApi;
let site: { api: HandleApi };
let strict: TestApi;
let strictSite: { api: HandleApi };

beforeAll(async () => {
  base = await openEmptyApi();
  site = await openAdminSite(base);
  const { databaseUrl, redisUrl: _none } = base.services.config;
  strict = await openTestApi(databaseUrl ?? '', { ADMIN_SECOND_FACTOR: 'required' });
  strictSite = withAdmin(strict);
});
afterAll(async () => {
  await strict.close();
  await base.close();
});
beforeEach(() => base.services.em().nativeDelete(RateLimit, {}));

async function operator(): Promise<Person> {
  const person = await register(base);
  await promoteToOperator(base.services.em(), person.email);
  return person;
}

const passwordOf = (browser: SmallBrowser, { email, password }: Person) =>
  signIn(browser, email, password);

/** The fields of the form that asks for a code. */
async function askedFor(answer: Response) {
  const page = await answer.text();
  expect(page).toContain('autocomplete="one-time-code"');
  return {
    csrf: /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '',
    challenge: /name="challenge" value="([^"]+)"/.exec(page)?.[1] ?? '',
  };
}

describe('an operator with a second factor', () => {
  test('is asked for the code in a second form without script, and gets in with it', async () => {
    const person = await operator();
    const { secret } = await setUpSecondFactor(base, person.token, person.password);
    const browser = openBrowser(site);
    const fields = await askedFor(await passwordOf(browser, person));
    expect((await browser.get('/admin')).status).toBe(404);

    const wrong = await browser.submit('/admin/login/code', { ...fields, code: '000000' });
    expect(wrong.status).toBe(400);
    const again = await askedFor(wrong);
    const done = await browser.submit('/admin/login/code', { ...again, code: codeOf(secret) });
    expect(targetOf(done).pathname).toBe('/admin');
    const overview = await (await browser.get('/admin')).text();
    expect(overview).not.toContain('no second factor');
    const audit = await (await browser.get('/admin/audit')).text();
    expect(audit).toMatch(/Signed in<[\s\S]*authenticator code, at \/admin/);
    expect(audit).toContain('Wrong code');
    expect(audit).not.toContain('203.0.113.7');
  });

  test('a code without the form of this browser opens nothing', async () => {
    const person = await operator();
    const { secret } = await setUpSecondFactor(base, person.token, person.password);
    const { challenge } = await askedFor(await passwordOf(openBrowser(site), person));
    const other = openBrowser(site);
    const refused = await other.submit('/admin/login/code', { challenge, code: codeOf(secret) });
    expect(refused.status).toBe(403);
    const csrf = await formToken(other, '/admin/login');
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const sent = { challenge, csrf, code: codeOf(secret) };
    expect((await other.submit('/admin/login/code', sent, foreign)).status).toBe(403);
    expect((await other.get('/admin')).status).toBe(404);
  });

  test('is signed out everywhere once it is set up', async () => {
    const person = await operator();
    const browser = openBrowser(site);
    await passwordOf(browser, person);
    expect(await (await browser.get('/admin')).text()).toContain(
      'Your account has no second factor.',
    );
    await setUpSecondFactor(base, person.token, person.password);
    expect((await browser.get('/admin')).status).toBe(404);
  });
});

test('a shopper with a second factor gets the public answer at /admin', async () => {
  const person = await register(base);
  const { secret } = await setUpSecondFactor(base, person.token, person.password);
  const browser = openBrowser(site);
  const refused = await passwordOf(browser, person);
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain('Wrong email or password, or not an operator account.');

  const asked = await base.call('POST', '/auth/login', {
    body: { email: person.email, password: person.password },
  });
  const csrf = await formToken(browser, '/admin/login');
  const challenge = String(asked.body['challenge']);
  const code = codeOf(secret);
  const sent = await browser.submit('/admin/login/code', { csrf, challenge, code });
  expect(sent.status).toBe(401);
  expect((await browser.get('/admin')).status).toBe(404);
});

describe('with ADMIN_SECOND_FACTOR=required', () => {
  test('nobody without one is an operator, at /admin and at the API', async () => {
    const person = await operator();
    const opened = openBrowser(site);
    await passwordOf(opened, person);
    expect((await opened.get('/admin')).status).toBe(200);
    const carried = openBrowser(strictSite);
    for (const [name, value] of opened.cookies) carried.cookies.set(name, value);
    expect((await carried.get('/admin')).status).toBe(404);

    const refused = await passwordOf(openBrowser(strictSite), person);
    expect(refused.status).toBe(403);
    const page = await refused.text();
    expect(page).toContain('Operators of this site need a second factor');
    expect(page).toContain('href="/profile/security"');

    const path = '/products/01a20000-0000-7000-8000-000000000000/price';
    const body = { offerId: '01a20000-0000-7000-8000-000000000000', price: 1 };
    const priced = await strict.call('PATCH', path, { token: person.token, body });
    expect(priced.body['code']).toBe('unknown-call');
  });

  test('lets in an operator who sets one up', async () => {
    const person = await operator();
    const { secret } = await setUpSecondFactor(strict, person.token, person.password);
    const browser = openBrowser(strictSite);
    const fields = await askedFor(await passwordOf(browser, person));
    await browser.submit('/admin/login/code', { ...fields, code: codeOf(secret) });
    expect((await browser.get('/admin')).status).toBe(200);
  });

  test('a shopper still gets the public answer', async () => {
    const refused = await signIn(openBrowser(strictSite), SHOPPER);
    expect(refused.status).toBe(401);
  });
});

test('user:second-factor-off lets a locked-out operator sign in by password, and notifies them', async () => {
  const person = await operator();
  await setUpSecondFactor(base, person.token, person.password);
  const lines: string[] = [];
  const off = () => runCli(['user:second-factor-off', person.email], (line) => lines.push(line));
  vi.stubEnv('DATABASE_URL', base.services.config.databaseUrl ?? '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await off()).toBe(0);
  expect(lines.join()).toContain(`The second factor of ${person.email} is off`);
  const browser = openBrowser(site);
  expect((await passwordOf(browser, person)).status).toBe(303);
  expect(await (await browser.get('/admin/audit')).text()).toContain('an operator’s command');
  const subjects = (await mailsTo(base.services.em(), person.email)).map((mail) => mail.subject);
  expect(subjects).toContain('Your second factor was turned off');
  expect(await off()).toBe(1);
});
