import { seenBy } from '../alteration.ts';

/** The test files that the lists name, by what they are about. */
export const home = seenBy('tests/e2e/home.test.ts');
export const fixedTexts = seenBy('tests/e2e/fixed-texts.test.ts');
export const everyPage = seenBy('tests/e2e/static-pages.test.ts');
export const session = seenBy('tests/e2e/session.test.ts');
export const freeSearches = seenBy('tests/e2e/free-searches.test.ts');
export const searchStates = seenBy('tests/e2e/search-states.test.ts');
export const searchResults = seenBy('tests/e2e/search-results.test.ts');
export const searchActions = seenBy('tests/e2e/search-actions.test.ts');
export const searchFilters = seenBy('tests/e2e/search-filters.test.ts');
export const smartSearch = seenBy('tests/e2e/smart-search.test.ts');
export const product = seenBy('tests/e2e/product.test.ts');
export const login = seenBy('tests/e2e/login.test.ts');
export const password = seenBy('tests/e2e/password.test.ts');
export const recommendations = seenBy('tests/e2e/recommendations.test.ts');
export const profile = seenBy('tests/e2e/profile.test.ts');
export const favorites = seenBy('tests/e2e/favorites.test.ts');
export const trending = seenBy('tests/e2e/trending.test.ts');
export const pictures = seenBy('tests/e2e/pictures.test.ts');

export const comparison = seenBy('db/domain/products/comparison.test.ts');
export const timeAgo = seenBy('db/domain/text/time-ago.test.ts');
export const scoreBand = seenBy('db/domain/products/score-band.test.ts');
export const priceChange = seenBy('db/domain/prices/price-change.test.ts');
export const priceHistory = seenBy('db/domain/prices/price-history.test.ts');
export const passwordRule = seenBy('db/domain/account/password-rule.test.ts');
export const priceText = seenBy('site/client/price-text.test.ts');
export const topicIcon = seenBy('site/islands/trending/topic-icon.test.ts');
export const bearerCalls = seenBy('tests/e2e/calls.test.ts');

export const auth = seenBy('tests/api/auth.test.ts');
export const messages = seenBy('tests/api/messages.test.ts');
export const social = seenBy('tests/api/social.test.ts');
