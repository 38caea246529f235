import { expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { createOffer, createProduct, createRetailer } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { findCandidates } from './candidates.ts';

const { em } = ormForFile();

/** A product with twelve listings, "Kettle 0" to "Kettle 11", in order. */
async function soldTwelveTimes(key: string) {
  const product = await createProduct(em(), { matchKeys: [key] });
  const { id: retailer } = await createRetailer(em());
  const offers: { id: string }[] = [];
  for (let nth = 0; nth < 12; nth += 1)
    offers.push(await createOffer(em(), { retailer, product: product.id, name: `Kettle ${nth}` }));
  return { product, offers };
}

const found = async (key: string) => (await findCandidates(em(), [[key]], false))[0]?.[0];

test('the eight eldest listings speak for a product, also after updates moved their rows', async () => {
  const { offers } = await soldTwelveTimes('t:eldest');
  for (const { id } of offers.slice(0, 5))
    await em().nativeUpdate(Offer, { id }, { url: `https://moved.example/${id}` });
  const names = (await found('t:eldest'))?.soldAs.map(({ name }) => name);
  expect(names).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((nth) => `Kettle ${nth}`));
});

test('a listing that an operator linked takes no place of the others', async () => {
  const { offers } = await soldTwelveTimes('t:linked');
  const [first] = offers;
  await em().nativeUpdate(Offer, { id: first?.id ?? '' }, { matchMethod: 'operator' });
  const names = (await found('t:linked'))?.soldAs.map(({ name }) => name);
  expect(names).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((nth) => `Kettle ${nth}`));
});

test('one of many listings tells an operator’s merge and a demo shop', async () => {
  const { product, offers } = await soldTwelveTimes('t:survivor');
  await createProduct(em(), { matchKeys: ['t:merged'], mergedInto: product.id });
  expect(await found('t:merged')).toMatchObject({ isMerged: true, isOfOtherWorld: false });
  expect((await found('t:merged'))?.soldAs).toHaveLength(8);
  const demo = await createRetailer(em(), { kind: 'demo' });
  const change = { matchMethod: 'operator', retailer: demo.id } as const;
  await em().nativeUpdate(Offer, { id: offers.at(-1)?.id ?? '' }, change);
  expect(await found('t:merged')).toMatchObject({ soldAs: [], isOfOtherWorld: true });
});
