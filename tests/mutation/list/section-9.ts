import type { Sentence } from '../alteration.ts';
import {
  auth,
  bearerCalls,
  comparison,
  everyPage,
  favorites,
  fixedTexts,
  freeSearches,
  home,
  login,
  password,
  passwordRule,
  priceHistory,
  priceText,
  product,
  scoreBand,
  searchActions,
  searchResults,
  smartSearch,
  timeAgo,
  trending,
} from './tests.ts';

const TEXTS = 'site/content/texts.ts';
const TIME_AGO = 'db/domain/text/time-ago.ts';
const BANDS = 'db/domain/products/score-band.ts';
const COMPARISON = 'db/domain/products/comparison.ts';
const RULE = 'db/domain/account/password-rule.ts';
const HISTORY = 'db/domain/prices/price-history.ts';

/** §9 Business constants and limits. */
export const SECTION_9: readonly Sentence[] = [
  {
    text: 'API time-out 10000 ms',
    alterations: [
      bearerCalls(
        'a call is given up after 10 seconds, not earlier',
        'site/client/api.ts',
        'API_TIMEOUT_MS = «10_000→9_000»',
        {
          mentions: 'the time-out of a call',
        },
      ),
      bearerCalls(
        'a call is given up after 10 seconds, not earlier',
        'site/client/api.ts',
        'API_TIMEOUT_MS = «10_000→11_000»',
        {
          mentions: 'the time-out of a call',
        },
      ),
    ],
  },
  {
    text: 'Free guest searches 3',
    alterations: [
      freeSearches(
        'after %s searches home says how many are left',
        'site/stores/free-searches.ts',
        'FREE_SEARCHES = «3→2»',
        {
          only: 'after 2 searches',
          mentions: '1 free search left',
        },
      ),
    ],
  },
  {
    text: 'Search history 10 entries',
    alterations: [
      home(
        'are kept newest first, each once, ten at most',
        'site/stores/search-history.ts',
        'SEARCH_HISTORY_LIMIT = «10→9»',
        {
          mentions: 'search 9',
        },
      ),
      home(
        'are kept newest first, each once, ten at most',
        'site/stores/search-history.ts',
        'SEARCH_HISTORY_LIMIT = «10→11»',
        {
          mentions: 'the eleventh',
        },
      ),
    ],
  },
  {
    text: 'Quick Compare 5 rows',
    alterations: [
      searchResults(
        'Quick Compare has the five best by AI score',
        COMPARISON,
        'QUICK_COMPARE_ROWS = «5→4»',
        {
          mentions: 'rows with their heading',
        },
      ),
    ],
  },
  {
    text: 'Retailer chips 6 then ‘+N more’',
    alterations: [
      comparison('six chips, then how many more', COMPARISON, 'RETAILER_CHIPS = «6→5»', {
        alone: true,
      }),
      searchResults('six shops as chips, then +2 more', COMPARISON, 'RETAILER_CHIPS = «6→7»', {
        mentions: '+2 more',
      }),
    ],
  },
  {
    text: 'Structured list data first 10 items',
    alterations: [
      searchResults(
        'tells search engines the first ten offers',
        'site/structured-data/lists.ts',
        'LISTED_ITEMS = «10→11»',
        {
          mentions: 'offers of the list',
        },
      ),
      searchResults(
        'tells search engines the first ten offers',
        'site/structured-data/lists.ts',
        'LISTED_ITEMS = «10→9»',
        {
          mentions: 'offers of the list',
        },
      ),
    ],
  },
  {
    text: 'Product structured data price valid 7 days',
    alterations: [
      product(
        'gives search engines product and breadcrumb, the price valid for 7 days',
        'site/structured-data/offer-facts.ts',
        'PRICE_VALID_DAYS = «7→8»',
        { mentions: '2026-11-28' },
      ),
    ],
  },
  {
    text: 'Default price filter 0 to 10000',
    alterations: [
      comparison(
        'a bound that is no number falls back to its default',
        COMPARISON,
        'maxPrice: «10_000→9_000»,',
        {
          mentions: '10000',
        },
      ),
    ],
  },
  {
    text: 'Default preference currency AUD',
    alterations: [
      auth(
        'is made, signs in, and answers who it is with the default preferences',
        'db/queries/accounts/users.ts',
        `currency: '«AUD→NZD»'`,
        { alone: true },
      ),
      auth(
        'is made, signs in, and answers who it is with the default preferences',
        'db/queries/accounts/users.ts',
        'max: «10_000→9_000»',
        { alone: true },
      ),
    ],
  },
  {
    text: 'Currency shown as AUD, en-AU formatting on search and favourites, a plain dollar sign elsewhere',
    alterations: [
      priceText(
        'writes the two currency formats of the specification',
        'db/domain/money.ts',
        `NumberFormat('«en-AU→en-US»'`,
        {
          mentions: '$1,299.00',
        },
      ),
      priceText(
        'writes the two currency formats of the specification',
        'db/domain/money.ts',
        `currency: '«AUD→NZD»'`,
        {
          mentions: '$1,299.00',
        },
      ),
      priceText(
        'writes the two currency formats of the specification',
        'db/domain/money.ts',
        'return `$${(amount / 100).toFixed(«2→1»)}`',
        {
          mentions: '$1299.00',
        },
      ),
      favorites(
        'asks for the newest 50 and shows each with its price now and when saved',
        'site/islands/favorites/FavoriteCard.tsx',
        `import { «audText→plainText as audText» } from`,
        { mentions: '$1,189.00' },
      ),
      searchResults(
        'is announced for 5 seconds, with the best price, the shop and Demo Mode',
        'site/islands/search/Results.tsx',
        `import { «audText→plainText as audText» } from`,
        { mentions: '$1,189.00' },
      ),
      product(
        'says a price of thousands with a plain dollar sign',
        'site/islands/product/ProductHead.tsx',
        'className="price hero">{plainText(currentPrice)«→.replace("1189", "1,189")»}<',
        { mentions: '$1189.00' },
      ),
    ],
  },
  {
    text: 'AI score bands (search, 0–10): 8 excellent (green), 6 good (yellow), else fair (red)',
    alterations: (
      [
        ['8', 'searchScoreBand', 'if (score10 >= «8→9») return { label', 'Excellent'],
        ['7.99', 'searchScoreBand', 'if (score10 >= «8→7») return { label', 'Good'],
        ['6', 'searchScoreBand', 'return score10 >= «6→7» ? { label', 'Good'],
        ['5.99', 'searchScoreBand', 'return score10 >= «6→5» ? { label', 'Fair'],
        ['8', 'searchScoreBand', `label: 'Excellent', colour: '«green→blue»'`, 'green'],
        ['6', 'searchScoreBand', `label: 'Good', colour: '«yellow→blue»'`, 'yellow'],
        ['5.99', 'searchScoreBand', `label: 'Fair', colour: '«red→blue»'`, `'red'`],
        ['8', 'searchScoreBand', `return { label: '«Excellent→Top»'`, 'Excellent'],
        ['6', 'searchScoreBand', `? { label: '«Good→Fine»'`, 'Good'],
        ['5.99', 'searchScoreBand', `: { label: '«Fair→Poor»'`, 'Fair'],
      ] as const
    ).map(([score, , change, mentions]) =>
      scoreBand('a search score of %d is %s', BANDS, change, {
        only: `a search score of ${score} is`,
        mentions,
      }),
    ),
  },
  {
    text: 'AI score bands (recommendations, 0–100): 80 green, 60 blue, 40 yellow, else grey',
    alterations: (
      [
        ['80', 'score100 >= «80→81») return', 'green'],
        ['79.9', 'score100 >= «80→79») return', 'blue'],
        ['60', 'score100 >= «60→61») return', 'blue'],
        ['59.9', 'score100 >= «60→59») return', 'yellow'],
        ['40', 'score100 >= «40→41» ?', 'yellow'],
        ['39.9', 'score100 >= «40→39» ?', 'grey'],
      ] as const
    ).map(([score, change, mentions]) =>
      scoreBand('a recommendation score of %d is %s', BANDS, change, {
        only: `a recommendation score of ${score} is`,
        mentions,
      }),
    ),
  },
  {
    text: 'Trust score bands: 8 green, 6 yellow, else red',
    alterations: (
      [
        ['8', `if (score10 >= «8→9») return 'green'`, 'green'],
        ['7.9', `if (score10 >= «8→7») return 'green'`, 'yellow'],
        ['6', `return score10 >= «6→7» ? 'yellow'`, 'yellow'],
        ['5.9', `return score10 >= «6→5» ? 'yellow'`, `'red'`],
      ] as const
    ).map(([score, change, mentions]) =>
      scoreBand('a trust score of %d is %s', BANDS, change, {
        only: `a trust score of ${score} is`,
        mentions,
      }),
    ),
  },
  {
    text: 'Success banner 5 s',
    alterations: (
      [
        ['«5_000→4_000»', 'after 4.9 s'],
        ['«5_000→6_000»', 'Found 4 prices'],
      ] as const
    ).map(([change, mentions]) =>
      searchResults(
        'is announced for 5 seconds, with the best price, the shop and Demo Mode',
        'site/islands/search/panels.tsx',
        `SUCCESS_MS = ${change}`,
        { mentions },
      ),
    ),
  },
  {
    text: 'Newsletter 5 s success and 3 s error',
    alterations: [
      home(
        'success shows for 5 seconds, then the field is empty',
        'site/client/home/newsletter.ts',
        'SUCCESS_MS = «5_000→4_000»',
        {
          mentions: 'Success! Check your email',
        },
      ),
      home(
        'success shows for 5 seconds, then the field is empty',
        'site/client/home/newsletter.ts',
        'SUCCESS_MS = «5_000→6_000»',
        {
          mentions: 'Success! Check your email',
        },
      ),
      home(
        'a wrong address is told for 3 seconds',
        'site/client/home/newsletter.ts',
        'ERROR_MS = «3_000→2_000»',
        {
          mentions: 'Please enter a valid',
        },
      ),
      home(
        'a wrong address is told for 3 seconds',
        'site/client/home/newsletter.ts',
        'ERROR_MS = «3_000→4_000»',
        {
          mentions: 'Please enter a valid',
        },
      ),
    ],
  },
  {
    text: 'Recommendation feedback 3 s',
    alterations: [
      smartSearch(
        'thanks for yes or no, for 3 seconds',
        'site/islands/smart/HelpfulQuestion.tsx',
        'THANKS_MS = «3_000→2_000»',
        {
          mentions: 'Thank you for your feedback.',
        },
      ),
      smartSearch(
        'thanks for yes or no, for 3 seconds',
        'site/islands/smart/HelpfulQuestion.tsx',
        'THANKS_MS = «3_000→4_000»',
        {
          mentions: 'Thank you for your feedback.',
        },
      ),
    ],
  },
  {
    text: 'Alert modal closes after 2 s (1 s simulated submit)',
    alterations: [
      product(
        'submits for a second, says that it is set, closes after two more',
        'site/islands/product/AlertModal.tsx',
        'SUBMIT_MS = «1_000→500»',
        {
          mentions: 'Setting…',
        },
      ),
      product(
        'submits for a second, says that it is set, closes after two more',
        'site/islands/product/AlertModal.tsx',
        'SUBMIT_MS = «1_000→1_500»',
        {
          mentions: 'Alert set',
        },
      ),
      product(
        'submits for a second, says that it is set, closes after two more',
        'site/islands/product/AlertModal.tsx',
        'CLOSE_MS = «2_000→1_500»',
        {
          mentions: 'Alert set',
        },
      ),
      product(
        'submits for a second, says that it is set, closes after two more',
        'site/islands/product/AlertModal.tsx',
        'CLOSE_MS = «2_000→3_000»',
        {
          mentions: 'dialog',
        },
      ),
    ],
  },
  {
    text: 'Reset redirect 2 s',
    alterations: [
      password(
        'with the link of the mail sets a new password and leads to sign-in after 2 s',
        'site/islands/account/ResetScreen.tsx',
        'REDIRECT_MS = «2_000→1_500»',
        {
          mentions: 'after 1.9 s',
        },
      ),
      password(
        'with the link of the mail sets a new password and leads to sign-in after 2 s',
        'site/islands/account/ResetScreen.tsx',
        'REDIRECT_MS = «2_000→3_000»',
        {
          mentions: 'instead of /login?reset=done',
        },
      ),
    ],
  },
  {
    text: '409 switch 1.5 s',
    alterations: [
      login(
        'a taken address is told twice and leads to sign-in after 1.5 s',
        'site/islands/account/use-auth-form.ts',
        'SWITCH_MS = «1_500→1_000»',
        {
          mentions: 'Create your account',
        },
      ),
      login(
        'a taken address is told twice and leads to sign-in after 1.5 s',
        'site/islands/account/use-auth-form.ts',
        'SWITCH_MS = «1_500→2_000»',
        {
          mentions: 'Please login with your password.',
        },
      ),
    ],
  },
  {
    text: 'Banner freshness refresh 60000 ms',
    alterations: [
      everyPage(
        'is read anew every 60 seconds',
        'site/client/page-script.ts',
        'FRESHNESS_REFRESH_MS = «60_000→70_000»',
        {
          mentions: 'after 60 s',
        },
      ),
      everyPage(
        'is read anew every 60 seconds',
        'site/client/page-script.ts',
        'FRESHNESS_REFRESH_MS = «60_000→40_000»',
        {
          mentions: 'after 50 s',
        },
      ),
    ],
  },
  {
    text: 'Freshness text: just now from 9 to 21, else {24 − hour} hours ago',
    alterations: (
      [
        ['8', 'localHour >= «9→8» &&', '16 hours ago'],
        ['9', 'localHour >= «9→10» &&', 'just now'],
        ['21', 'localHour <= «21→20»)', 'just now'],
        ['22', 'localHour <= «21→22»)', '2 hours ago'],
        ['0', 'Math.max(1, «24→23» - localHour)', '24 hours ago'],
      ] as const
    ).map(([hour, change, mentions]) =>
      timeAgo('the banner at hour %d says %s', TIME_AGO, change, {
        only: `at hour ${hour} says`,
        mentions,
      }),
    ),
  },
  {
    text: 'Favourites page size 50, sorted by addedAt descending',
    alterations: (
      [`sortBy: '«addedAt→name»'`, `sortOrder: '«desc→asc»'`, 'limit: «50→40»'] as const
    ).map((change) =>
      favorites(
        'asks for the newest 50 and shows each with its price now and when saved',
        'site/client/calls/favorites.ts',
        change,
        { mentions: '?sortBy=addedAt&sortOrder=desc&limit=50' },
      ),
    ),
  },
  {
    text: 'Trending limit 20, timeframes 1d, 7d, 30d (default 7d); top 3 rows are HOT',
    alterations: [
      trending(
        'shows 7 days at first and loads anew for another time, 20 rows at most',
        'site/client/calls/trending.ts',
        'TRENDING_LIMIT = «20→10»',
        {
          mentions: 'page.waitForRequest',
        },
      ),
      trending(
        'shows 7 days at first and loads anew for another time, 20 rows at most',
        'site/client/calls/trending.ts',
        `DEFAULT_TIMEFRAME: Timeframe = '«7d→30d»'`,
        {
          mentions: 'the time at first',
        },
      ),
      trending(
        'ranks what is searched, the first three HOT',
        'site/islands/trending/TrendingScreen.tsx',
        'HOT_ROWS = «3→2»',
        {
          mentions: '3 gaming laptop HOT',
        },
      ),
      trending(
        'ranks what is searched, the first three HOT',
        'site/islands/trending/TrendingScreen.tsx',
        'HOT_ROWS = «3→4»',
        {
          mentions: '4 nike shoes 95',
        },
      ),
    ],
  },
  {
    text: 'Price chart range 30d (ranges 7d, 30d, 90d, 1y exist)',
    alterations: [
      product(
        'draws 30 days at first, and other ranges when asked',
        HISTORY,
        `DEFAULT_CHART_RANGE: ChartRange = '«30d→90d»'`,
        {
          mentions: 'the range at first',
        },
      ),
      ...(
        [
          [`'7d': «7→8»`, '7 days'],
          [`'30d': «30→31»`, '30 days'],
          [`'90d': «90→91»`, '90 days'],
          [`'1y': «365→364»`, '365 days'],
        ] as const
      ).map(([change, mentions]) =>
        priceHistory('the ranges of the chart are 7, 30, 90 and 365 days', HISTORY, change, {
          mentions,
        }),
      ),
    ],
  },
  {
    text: 'Password display rule 8 to 64; profile and reset minimum 6',
    alterations: [
      passwordRule(
        'of 7, 8, 64 and 65 characters, those of 8 to 64 pass',
        RULE,
        'CHECKLIST_MIN = «8→9»',
        { mentions: 'lengths that pass' },
      ),
      passwordRule(
        'of 7, 8, 64 and 65 characters, those of 8 to 64 pass',
        RULE,
        'CHECKLIST_MAX = «64→63»',
        { mentions: 'lengths that pass' },
      ),
      passwordRule('the server requires 6 characters', RULE, 'PASSWORD_MIN = «6→5»', {
        mentions: '6 characters',
      }),
    ],
  },
  {
    text: 'Reset link expires in 1 hour',
    alterations: [
      auth(
        'is over after an hour',
        'site/api/auth/create-auth.ts',
        'RESET_EXPIRES_S = «60→61» * 60',
        {
          mentions: 'after an hour',
        },
      ),
      auth(
        'still works after 59 minutes',
        'site/api/auth/create-auth.ts',
        'RESET_EXPIRES_S = «60→58» * 60',
        {
          mentions: 'after 59 minutes',
        },
      ),
    ],
  },
  {
    text: 'Ratings out of 5; AI score overall out of 100 on detail and recommendations; trust score out of 10',
    alterations: [
      product(
        'shows its best offer, its score, its shops and its parts',
        'site/islands/product/ProductHead.tsx',
        'AI score {Math.round(aiScore.overall)}/«100→10»',
        {
          mentions: 'AI score',
        },
      ),
      searchResults(
        'the top pick and each offer carry a score with its band, shop and trust',
        'site/islands/search/offer-parts.tsx',
        'Trust {retailer.trustScore.toFixed(1)}/«10→5»',
        {
          mentions: 'Trust',
        },
      ),
    ],
  },
  {
    text: 'Relative time, search side: ‘just now’, then minutes, hours, days ago',
    alterations: (
      [
        ['59999', `if (age < MINUTE_MS) return '«just now→now»'`, 'just now'],
        ['60000', 'age / MINUTE_MS)}«m→ min» ago', '1m ago'],
        ['7200000', 'age / HOUR_MS)}«h→ hours» ago`', '2h ago'],
        ['176400000', 'age / DAY_MS)}«d→ days» ago', '2d ago'],
      ] as const
    ).map(([age, change, mentions]) =>
      timeAgo('search: %d ms is %s', TIME_AGO, change, {
        only: `search: ${age} ms`,
        mentions,
      }),
    ),
  },
  {
    text: 'Relative time, favourites and history: fewer than 7 days ‘N days ago’, fewer than 30 ‘N weeks ago’, else a date',
    alterations: (
      [
        ['6', 'if (days < «7→6») return', '6 days ago'],
        ['7', 'if (days < «7→8») return', '1 week ago'],
        ['29', 'return days < «30→29» ?', '4 weeks ago'],
        ['30', 'return days < «30→31» ?', '22 Oct 2026'],
        ['6', `counted(days, '«day→sun»')`, '6 days ago'],
        ['29', `counted(Math.floor(days / 7), '«week→moon»')`, '4 weeks ago'],
      ] as const
    ).map(([days, change, mentions]) =>
      timeAgo('saved: %d days is %s', TIME_AGO, change, {
        only: `saved: ${days} days`,
        mentions,
      }),
    ),
  },
  {
    text: 'Relative time, trending: minutes under 60, hours under 24, then days',
    alterations: (
      [
        ['3540000', `MINUTE_MS), '«minute→moment»')`, '59 minutes ago'],
        ['82800000', `HOUR_MS), '«hour→bell»')`, '23 hours ago'],
        ['3456000000', `DAY_MS), '«day→sun»')`, '40 days ago'],
        ['3540000', 'const HOUR_MS = «60→59» * MINUTE_MS', '59 minutes ago'],
        ['82800000', 'const DAY_MS = «24→23» * HOUR_MS', '23 hours ago'],
      ] as const
    ).map(([age, change, mentions]) =>
      timeAgo('trending: %d ms is %s', TIME_AGO, change, {
        only: `trending: ${age} ms`,
        mentions,
      }),
    ),
  },
  {
    text: 'Share text: count of prices, best price and maximum saving; a hashtag is added for Twitter',
    alterations: [
      ...(
        [
          'I «compared→weighed» ${prices} for "${query}"',
          ': «best→least» price $',
          '`, save «up to→about» $${',
        ] as const
      ).map((change) =>
        comparison(
          'the share text counts prices and names best price and saving',
          COMPARISON,
          change,
          {
            mentions: 'I compared 2 prices',
          },
        ),
      ),
      searchActions(
        '%s gets count, best price and saving',
        COMPARISON,
        '`${text} «#→»${site.hashtag}`',
        { only: 'Twitter', mentions: 'a hashtag' },
      ),
    ],
  },
  {
    text: 'Banner: retailers 50, users ‘50,000+’, searches today ‘10,000+’',
    alterations: [
      fixedTexts('claims %s', TEXTS, 'retailerCount: «50→51»', {
        only: 'the banner claims 50 retailers',
        mentions: '50 retailers',
      }),
      fixedTexts('claims %s', TEXTS, `userCount: '«50,000+→60,000+»'`, {
        only: 'the banner claims 50,000+ users',
      }),
      fixedTexts('claims %s', TEXTS, `searchesToday: '«10,000+→20,000+»'`, {
        only: 'the banner claims 10,000+ searches today',
      }),
      ...(
        [
          'Australian Retailers',
          'Real-Time Price Updates',
          'Active Users',
          '100% Transparent',
        ] as const
      ).map((label) =>
        fixedTexts('ends with the claim %s', TEXTS, `label: '«${label}→Claim»'`, {
          only: label,
        }),
      ),
    ],
  },
  {
    text: 'Copyright year 2025',
    alterations: [
      fixedTexts('the footer names the year 2025', TEXTS, 'COPYRIGHT_YEAR = «2025→2026»', {
        mentions: '© 2025',
      }),
    ],
  },
  {
    text: 'The FAQ says account data is deleted within 30 days of account deletion',
    alterations: [
      fixedTexts('says: %s', 'site/content/faq.json', 'deleted within «30→60» days', {
        only: 'within 30 days',
        mentions: 'within 30 days',
      }),
      fixedTexts(
        'says: %s',
        'site/content/faq.json',
        'comparison of different products is «coming soon→there»',
        {
          only: 'Side-by-side',
        },
      ),
      fixedTexts('says: %s', 'site/content/faq.json', 'Deeper analysis is «coming soon→there»', {
        only: 'Deeper',
      }),
      fixedTexts('says: %s', 'site/content/faq.json', 'Anyone can make «3→5» searches', {
        only: 'Anyone',
        mentions: 'Anyone can make 3 searches',
      }),
    ],
  },
];
