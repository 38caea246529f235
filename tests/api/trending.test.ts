import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { register } from '../support/person.ts';

let world: ApiWorld;

beforeAll(async () => {
  world = await openApiWorld({
    'k-100001': { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' },
  });
});

afterAll(() => world.close());

test('three accounts of one network show nothing to others, three networks do', async () => {
  const search = async (address: string, token?: string) => {
    const options = { body: { query: 'kettle' }, address, ...(token && { token }) };
    expect((await world.api.call('POST', '/search/ai-search', options)).status).toBe(200);
  };
  const trending = async () => {
    const answer = await world.api.call('GET', '/search/trending');
    return JSON.stringify(answer.body).includes('kettle');
  };
  for (let account = 0; account < 3; account += 1) {
    await search('203.0.113.7', (await register(world.api)).token);
  }
  expect(await trending()).toBe(false);
  for (const address of ['198.51.100.1', '198.51.100.2']) await search(address);
  await expect.poll(trending).toBe(true);
});
