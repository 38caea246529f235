import { expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { cents } from '#domain/money.ts';
import {
  createOffer,
  createProduct,
  createRetailer,
  createUser,
} from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { addView, viewHistory } from './histories.ts';

const orm = ormForFile();

test('a viewed product has the price that its shop asks now; once no shop lists it, the price seen', async () => {
  const em = orm.em();
  const { id: user } = await createUser(em);
  const product = await createProduct(em, { name: 'Kettle' });
  const retailer = await createRetailer(em, { slug: 'kite' });
  const offer = await createOffer(em, { retailer, product, priceCents: cents(5_000) });
  await addView(em, user, product.id);
  const price = async () => (await viewHistory(orm.em(), user))[0]?.priceCents;
  await em.nativeUpdate(Offer, offer.id, { priceCents: cents(4_000) });
  expect(await price()).toBe(4_000);
  await em.nativeDelete(Offer, offer.id);
  expect(await price()).toBe(5_000);
});
