/*
 * Screens with more in them than a test shopper gathers: many entries, long names, long addresses.
 */
import type { Page } from 'playwright-core';
import { DAY_MS } from '#domain/time.ts';
import type { Favorite } from '#site/api/responses/favorite.ts';
import type { PriceAlert } from '#site/api/routes/alerts.ts';
import type { TrendingSearch } from '#site/features/trending/TrendingScreen.tsx';
import { alterAnswer, answerCall } from './stand-in-calls.ts';

const LONG_NAME =
  'Sony WH-1000XM5 Wireless Over-Ear Noise Cancelling Headphones, 30 Hours, Midnight Blue (Limited Edition)';
const LONG_EMAIL =
  'bartholomew.featherstonehaugh-cholmondeley+prices@a-very-long-subdomain.example.com.au';

/** Fourteen favourites: risen, fallen and unchanged, one bought, one watched, one with a very long name. */
export const manyFavorites = (page: Page) =>
  alterAnswer<{ favorites: Favorite[] }>(page, 'GET', '/favorites', ({ favorites }) => ({
    favorites: Array.from({ length: 14 }, (_, index) => {
      const favorite = favorites[index % favorites.length] as Favorite;
      const { productSnapshot } = favorite;
      const factor = [1, 1.25, 0.8][index % 3] ?? 1;
      return {
        ...favorite,
        _id: String(index),
        purchased: index === 3,
        priceAlert: { enabled: index === 1, targetPrice: null, unconfirmed: false },
        addedAt: new Date(Date.now() - index * 5 * DAY_MS).toISOString(),
        productSnapshot: {
          ...productSnapshot,
          name: index === 2 ? LONG_NAME : productSnapshot.name,
          priceAtFavorite: productSnapshot.currentPrice * factor,
        },
      };
    }),
    stats: { total: 14, priceDropped: 5, purchased: 1 },
  }));

const trend = (query: string, searchCount: number, avgResults: number): TrendingSearch => ({
  query,
  category: 'Phones',
  searchCount,
  uniqueUsers: Math.ceil(searchCount / 2),
  avgResults,
  lastSearched: new Date(Date.now() - searchCount * 60_000).toISOString(),
  trendingScore: searchCount / 10,
  product: avgResults > 0 ? { name: LONG_NAME, imageUrl: '', price: 1_049, weekPercent: -3 } : null,
});

/** Six trending searches, one of them a whole sentence. */
export const manyTrends = (page: Page) =>
  answerCall(page, 'GET', '/search/trending', [
    trend('iphone 15', 1_240, 18),
    trend('air fryer', 830, 0),
    trend('gaming laptop with rtx 4070 and 32 gb ram under two thousand dollars', 610, 12),
    trend('nike shoes', 95, 7),
    trend('coffee machine', 90, 7),
    trend('milk 2l', 55, 17),
  ]);

const alert = (id: string, change: Partial<PriceAlert>): PriceAlert => ({
  id,
  createdAt: '2026-11-01T00:00:00.000Z',
  firedAt: null,
  productId: id,
  productName: 'Breville Bambino Plus Coffee Machine Black',
  email: 'alex@example.com',
  shop: null,
  isListed: true,
  kind: 'target',
  targetPrice: 450,
  priceWhenSet: 579,
  bestPrice: 529,
  smallestDrop: null,
  restDays: 0,
  backInStock: false,
  yearLow: false,
  state: 'watching',
  ...change,
});

/** A shopper with a long name and address, and alerts in three states. */
export async function fullProfile(page: Page): Promise<void> {
  await answerCall(page, 'GET', '/auth/me', { user: { emailVerified: true } });
  await answerCall(page, 'GET', '/alerts/settings', { dailyAlerts: true });
  await answerCall(page, 'GET', '/alerts', [
    alert('a', {}),
    alert('b', {
      email: LONG_EMAIL,
      kind: 'any_drop',
      targetPrice: null,
      smallestDrop: 50,
      restDays: 7,
      backInStock: true,
      state: 'unconfirmed',
    }),
    alert('d', { shop: 'Harbour Appliances', isListed: false, bestPrice: null }),
    alert('c', { productName: LONG_NAME, bestPrice: 449, state: 'fired' }),
  ]);
  const search = { query: 'lego star wars', filters: { maxPrice: 40 }, restDays: 7, matches: 3 };
  const told = { createdAt: '2026-11-01T00:00:00.000Z', mailedAt: '2026-11-20T00:00:00.000Z' };
  const text = '“lego star wars”, at most $40.00';
  await answerCall(page, 'GET', '/watched-searches', [
    { ...search, ...told, id: 'w', text, path: '/search?q=lego+star+wars&max=40' },
  ]);
  const name = 'Bartholomew Featherstonehaugh-Cholmondeley de Montmorency the Third';
  await page.addInitScript(
    (changed) => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object;
      localStorage.setItem('user', JSON.stringify({ ...user, ...changed }));
    },
    { name, email: LONG_EMAIL },
  );
}
