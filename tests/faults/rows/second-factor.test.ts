/* Codes of a second factor: guesses in any spelling stop at ten, and a right code opens one session. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { SecondFactor, Session } from '#db/entities/user.ts';
import { codeOf, setUpSecondFactor } from '../../support/authenticator.ts';
import { figure } from '../../support/figure.ts';
import { type Person, register } from '../../support/person.ts';
import { openEmptyApi, type TestApi } from '../../support/test-api.ts';

const GAPS = ['', ' ', '  ', '\t', '\n', '-', ' - ', '\u00a0', '\u2003', '\u3000'];
const spelt = (code: string) => GAPS.map((gap) => `${code.slice(0, 3)}${gap}${code.slice(3)}`);

let api: TestApi;
let person: Person;
let secret: string;

beforeAll(async () => {
  api = await openEmptyApi();
  person = await register(api);
  ({ secret } = await setUpSecondFactor(api, person.token, person.password));
});
afterAll(() => api.close());
beforeEach(() => api.services.em().nativeDelete(RateLimit, {}));

/** The challenge of a sign-in, as after the right password. */
async function challenge(): Promise<string> {
  const body = { userId: person.id };
  const { headers } = await api.services.auth.api.beginSecondStep({ body, returnHeaders: true });
  return /=([^;]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? '';
}

/** Sends each code with a challenge of its own, all at once, and returns the status codes. */
async function sendAll(codes: readonly string[]): Promise<number[]> {
  const bodies = [];
  for (const code of codes) bodies.push({ code, challenge: await challenge() });
  const answers = bodies.map((body, nth) =>
    api.call('POST', '/auth/login/code', { body, address: `203.0.113.${nth + 1}` }),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

test('a right code in ten spellings opens one session', async () => {
  const em = api.services.em();
  const before = await em.count(Session, { user: person.id });
  const statuses = await sendAll(spelt(codeOf(secret, 1)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await em.count(Session, { user: person.id })).toBe(before + 1);
});

test('ten spellings of ten wrong codes stop at ten', async () => {
  const wrong = Array.from({ length: 10 }, (_, nth) => `00000${nth}`);
  const statuses = await sendAll(wrong.flatMap(spelt));
  const row = await api.services.em().findOneOrFail(SecondFactor, { user: person.id });
  figure(`${row.failedVerificationCount} of ${statuses.length} wrong codes tried`);
  expect(row.failedVerificationCount).toBeLessThanOrEqual(10);
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10);
  expect(await sendAll([codeOf(secret)]), 'the right code, during the pause').toEqual([429]);
});
