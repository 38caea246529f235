/* A change and its mail are one transaction: where the mail cannot be stored, the change is not made. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { NewsletterSubscriber } from '#db/entities/mail.ts';
import { User } from '#db/entities/user.ts';
import { proveAddress } from '#db/queries/accounts/sign-in.ts';
import { takeOverAccount } from '#site/api/auth/account-mails.ts';
import { type KettleApi, openKettleApi } from '../support/api-world.ts';
import { type Person, register } from '../support/person.ts';

let open: KettleApi;
let person: Person;
let productId: string;

beforeAll(async () => {
  open = await openKettleApi();
  productId = open.offer.productId;
  person = await register(open.api);
  await open.em().execute('alter table mail rename to mail_away');
});

afterAll(async () => {
  await open.em().execute('alter table mail_away rename to mail');
  await open.close();
});

const send = (method: string, path: string, body: object) =>
  open.api.call(method, path, { token: person.token, body });

test('an alert at an address that has not confirmed', async () => {
  const email = 'elsewhere@example.com';
  expect((await send('POST', '/alerts', { productId, email })).status).toBe(503);
  expect(await open.em().count(Alert)).toBe(0);
});

test('a subscription to the newsletter', async () => {
  expect((await send('POST', '/newsletter', { email: 'reader@example.com' })).status).toBe(503);
  expect(await open.em().count(NewsletterSubscriber)).toBe(0);
});

test('a change of address', async () => {
  const body = { name: 'Kim', email: 'moved@example.com', currentPassword: person.password };
  expect((await send('PUT', '/auth/profile', body)).status).toBe(503);
  expect(await open.em().count(User, { email: person.email })).toBe(1);
});

test('a take-over of an account', async () => {
  const proven = { userId: person.id, email: person.email };
  await expect(takeOverAccount(open.api.services, proven, 'google')).rejects.toThrow('mail');
  expect(await proveAddress(open.em(), proven, false), 'sign-in methods left').toBe(1);
});
