import type { Page } from 'playwright-core';
import { manyTrends } from '../full-screens.ts';
import { searchBox } from '../page-steps.ts';
import { standInSmartSearch } from '../smart-answer.ts';
import { failCall } from '../stand-in-calls.ts';
import { down, held, press, type ScreenState } from './state.ts';

const SEARCH = '/search?q=coffee+machine';

/** Searches through the form with an intercepted call. */
const searching = (standIn: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await standIn(page);
  await searchBox(page).fill('iphone 15');
  await searchBox(page).press('Enter');
};
const searchFails = searching((page) => failCall(page, 'POST', '/search/ai-search', 'refused'));
const searchWaits = searching(held('POST', '/search/ai-search'));

const spent = { freeSearchCount: '3' };
const recent = { searchHistory: JSON.stringify(['kettle', 'gaming laptop', 'nike shoes']) };

/** States of home, search, Smart Search and trending; `ready` is a selector. */
export const SEARCH_STATES: readonly ScreenState[] = [
  { name: 'home', path: '/', ready: '.hero' },
  {
    name: 'home-recent',
    path: '/',
    storage: recent,
    prepare: (page) => searchBox(page).click(),
    ready: '[data-recent]',
  },
  { name: 'home-signed-in', path: '/', signedIn: true, ready: '.hero' },
  { name: 'search-start', path: '/search', ready: 'h1' },
  { name: 'search-results', path: SEARCH, ready: '.offers' },
  { name: 'search-signed-in', path: SEARCH, signedIn: true, ready: '.offers' },
  {
    name: 'search-watch',
    path: SEARCH,
    prepare: press('Watch this search'),
    ready: '#watch-max',
  },
  { name: 'search-alert', path: SEARCH, prepare: press('Price alert'), ready: '#alert-target' },
  { name: 'search-filtered-out', path: `${SEARCH}&max=1`, ready: 'text=No offers match' },
  { name: 'search-nothing', path: '/search?q=zzqxwv', ready: 'text=No related products found' },
  { name: 'search-error', path: '/search', prepare: searchFails, ready: 'text=Search Error' },
  { name: 'search-limit', path: SEARCH, storage: spent, ready: 'dialog[open]', afterInput: true },
  { name: 'smart-start', path: '/smart-search', ready: 'h1' },
  {
    name: 'smart-answer',
    path: '/smart-search?q=Coffee+Machine',
    before: standInSmartSearch,
    ready: '.helpful',
  },
  {
    name: 'smart-compare',
    path: '/smart-search?q=breville+bambino+vs+delonghi+dedica',
    ready: '.side-by-side',
  },
  {
    name: 'smart-error',
    path: '/smart-search?q=Laptop',
    before: down('POST', '/recommend/smart-recommend'),
    ready: '.error-panel',
  },
  // The server renders the first timeframe.
  {
    name: 'trending',
    path: '/trending',
    before: manyTrends,
    prepare: press('30 days'),
    ready: '.trending',
  },
  {
    name: 'search-suggestions',
    path: '/search',
    prepare: async (page) => {
      await searchBox(page).click();
      await searchBox(page).pressSequentially('coffee');
    },
    ready: '[role="option"]',
  },
  // The form waits while it loads.
  { name: 'search-loading', path: '/search', prepare: searchWaits, ready: '.docket-shape' },
  {
    name: 'search-sorted',
    path: `${SEARCH}&sort=price&min=400`,
    ready: '.offers',
  },
];
