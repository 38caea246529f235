import type { Sentence } from '../alteration.ts';
import {
  comparison,
  favorites,
  freeSearches,
  home,
  login,
  password,
  priceChange,
  priceHistory,
  product,
  profile,
  recommendations,
  searchActions,
  searchFilters,
  session,
  trending,
} from './tests.ts';

const SESSION = 'site/stores/session.ts';
const SOCIAL = 'site/client/finish-social-login.ts';
const FREE = 'site/stores/free-searches.ts';
const HISTORY = 'site/stores/search-history.ts';
const AUTH_FORM = 'site/islands/account/use-auth-form.ts';
const COMPARISON = 'db/domain/products/comparison.ts';

/** §4 States and transitions. */
export const SECTION_4: readonly Sentence[] = [
  {
    text: 'Back to signed out on logout (clears user, token and stored values)',
    alterations: [
      session(
        'forgets token and user, here and on the server, and leads to sign-in',
        'site/client/sign-out.ts',
        'removeItem(STORAGE_KEYS.«token→searchHistory»)',
        { mentions: 'the token after logout' },
      ),
      session(
        'forgets token and user, here and on the server, and leads to sign-in',
        'site/client/sign-out.ts',
        'removeItem(STORAGE_KEYS.«user→searchHistory»)',
        { mentions: 'the user after logout' },
      ),
      session(
        'forgets token and user, here and on the server, and leads to sign-in',
        'site/client/sign-out.ts',
        `'/api/auth/«logout→me»'`,
        { mentions: 'the session on the server' },
      ),
    ],
  },
  {
    text: 'Signed in means both user and token exist',
    alterations: [
      session('with %s is logged and removed', SESSION, 'if («!token || →»!json', {
        only: 'a user without a token',
        mentions: 'with a user without a token',
      }),
    ],
  },
  {
    text: 'On start a stored session is restored only if the user has id, email and name; otherwise removed, logged and cleared',
    alterations: [
      session('with %s is logged and removed', SESSION, 'value.email« && value.name→» ?', {
        only: 'without a name',
        mentions: 'with a user without a name',
      }),
      session('with %s is logged and removed', SESSION, 'value?.id« && value.email→» &&', {
        only: 'without an e-mail',
        mentions: 'with a user without an e-mail',
      }),
      session('with %s is logged and removed', SESSION, 'return «value?.id→value» && value.email', {
        only: 'without an id',
        mentions: 'with a user without an id',
      }),
      session('with %s is logged and removed', SESSION, "was removed'); «clearSession()→void 0»;", {
        only: 'no JSON',
        mentions: 'with a user that is no JSON',
      }),
      session(
        'with %s is logged and removed',
        SESSION,
        'stored session is not «whole→all» and was removed',
        {
          only: 'without a name',
          mentions: 'the stored session is not',
        },
      ),
    ],
  },
  {
    text: 'Callback: error parameter goes to /login?error=oauth_error; unparseable token to /login?error=token_error; no token to /login; a valid token logs in and goes to /',
    alterations: [
      session('an error leads to sign-in with its message', SOCIAL, 'error=«oauth_error→oauth»'),
      session(
        'a token that is not ours leads to sign-in with the message',
        SOCIAL,
        'error=«token_error→token»',
      ),
      session('no token leads to sign-in', SOCIAL, `if (!token) return '/«login→»'`, {
        mentions: 'instead of /login',
      }),
      session(
        'a good token signs in, leads home and does not stay in the address',
        SOCIAL,
        `return '/«→about»';`,
        { mentions: 'instead of /' },
      ),
    ],
  },
  {
    text: 'Free searches: freeSearchCount rises by 1 per search',
    alterations: [
      freeSearches(
        'a search from home counts once, a reload and the way back not again',
        FREE,
        '$used.set($used.get() + «1→2»)',
        { mentions: 'searches counted' },
      ),
      freeSearches(
        'a search from home counts once, a reload and the way back not again',
        'site/client/storage-keys.ts',
        `freeSearchCount: '«freeSearchCount→freeSearches»'`,
        { mentions: 'searches counted' },
      ),
    ],
  },
  {
    text: 'Free searches: remaining is max(0, 3 minus used)',
    alterations: [
      freeSearches(
        'after %s searches home says how many are left',
        FREE,
        'Math.max(«0→1», FREE_SEARCHES - used)',
        { only: 'after 7 searches', mentions: '0 free searches left' },
      ),
      freeSearches('after %s searches home says how many are left', FREE, 'FREE_SEARCHES = «3→4»', {
        only: 'after 0 searches',
        mentions: '3 free searches left',
      }),
    ],
  },
  {
    text: 'Free searches: at 3 the next is refused with a confirm offering signup; accepting goes to /login with a redirect back to the search',
    alterations: [
      freeSearches(
        'the results page refuses the next search',
        FREE,
        '$used, (used) => Math.max(0, FREE_SEARCHES - used«→ + 1»)',
        { alone: true },
      ),
      freeSearches(
        'a popular search on home is refused too',
        FREE,
        'You have used your ${FREE_SEARCHES} free searches. «Sign up for→Open» a free account',
      ),
      freeSearches(
        'a search from home is refused; not now stays, signing up leads back to it',
        'site/components/ConfirmDialog.astro',
        'value="accept">«Sign up free→Join»<',
      ),
      freeSearches(
        'a link straight to results shows the offer instead of prices',
        'site/islands/search/SearchScreen.tsx',
        '>«Sign up for a free account→Join»</a>',
      ),
      freeSearches(
        'the results page refuses the next search',
        'site/islands/search/use-search.ts',
        `confirmWith(SIGN_UP_OFFER, '«Sign up free→Join»'`,
      ),
      freeSearches(
        'Smart Search is refused too',
        'site/islands/smart/use-smart-search.ts',
        `confirmWith(SIGN_UP_OFFER, '«Sign up free→Join»'`,
      ),
      freeSearches('the results page refuses the next search', FREE, '?«redirect→back»=${', {
        mentions: 'instead of /login?redirect=',
      }),
    ],
  },
  {
    text: 'Free searches: signed-in users are not counted',
    alterations: [
      freeSearches(
        'an account is not counted, nor told of a limit',
        FREE,
        'if (hasToken()) return «true→takeFreeSearch.length > 9»;',
        { alone: true },
      ),
    ],
  },
  {
    text: 'Search history (local): newest first, deduplicated, max 10',
    alterations: [
      home(
        'are kept newest first, each once, ten at most',
        HISTORY,
        'set(«[query.trim(), ...others]→[...others, query.trim()]».slice',
        { mentions: 'SEARCH 3' },
      ),
      home(
        'are kept newest first, each once, ten at most',
        HISTORY,
        '=== other.trim()«.toLowerCase()→»;',
        { mentions: 'SEARCH 3' },
      ),
    ],
  },
  {
    text: 'Search history: failure to read it is logged and ignored',
    alterations: [
      home(
        'that cannot be read are logged and ignored',
        HISTORY,
        `console.error('[search-history] cannot be «read→red»'`,
        { mentions: 'cannot be read' },
      ),
    ],
  },
  {
    text: 'Favourite status is batch-checked after results (only with a token; a failure is only logged)',
    alterations: [
      searchActions(
        'a guest is asked to sign in, and nothing is checked',
        'site/stores/favorites.ts',
        'if («!hasToken() || →»productUrls.length === 0) return;',
        { alone: true },
      ),
      searchActions(
        'a failed check is only logged',
        'site/stores/favorites.ts',
        'the check of a batch «failed→broke»',
        { mentions: 'the check of a batch' },
      ),
    ],
  },
  {
    text: 'Favourite toggle: not saved to saved and back; button disabled while busy',
    alterations: [
      searchActions(
        'an account saves, finds the heart again after a reload, and takes it back',
        'site/islands/shared/FavoriteButton.tsx',
        `disabled={state === '«busy→never»'}`,
        { mentions: 'the heart rests' },
      ),
      searchActions(
        'an account saves, finds the heart again after a reload, and takes it back',
        'site/stores/favorites.ts',
        `before === 'saved' ? '«not-saved→saved»' : 'saved'`,
        { mentions: 'taken back' },
      ),
    ],
  },
  {
    text: 'Newsletter: idle, success (reverts after 5 s, field cleared) or error (reverts after 3 s)',
    alterations: [
      home(
        'success shows for 5 seconds, then the field is empty',
        'site/client/home/newsletter.ts',
        "SUCCESS_MS, () => { input.value = «''→input.value»;",
        { mentions: 'the field afterwards' },
      ),
    ],
  },
  {
    text: 'Alert modal: open, submitting (1 s), created',
    alterations: [
      product(
        'submits for a second, says that it is set, closes after two more',
        'site/islands/product/AlertModal.tsx',
        `'submitting' ? '«Setting…→Wait»'`,
      ),
      product(
        'submits for a second, says that it is set, closes after two more',
        'site/islands/product/AlertModal.tsx',
        '<Icon name="check" /> «Alert set→Fine»',
      ),
    ],
  },
  {
    text: 'Sort: aiScore (default), price ascending, trust, savings',
    alterations: [
      searchFilters(
        'by AI score at first; by price, trust or saving when asked',
        COMPARISON,
        `DEFAULT_SORT: Sort = '«aiScore→price»'`,
        { mentions: 'aiScore' },
      ),
      comparison('by %s', COMPARISON, 'aiScore: (item) => «-→»item.aiScore.overall', {
        only: 'by aiScore',
        alone: true,
      }),
      comparison('by %s', COMPARISON, 'price: (item) => «→-»item.currentPrice', {
        only: 'by price',
        alone: true,
      }),
      comparison('by %s', COMPARISON, 'trust: (item) => «-→»item.retailer', {
        only: 'by trust',
        alone: true,
      }),
      comparison('by %s', COMPARISON, 'savings: (item) => «→-»item.currentPrice', {
        only: 'by savings',
        alone: true,
      }),
    ],
  },
  {
    text: 'Filters: only sales, price range, retailer set, minimum rating',
    alterations: [
      comparison(
        'each narrows alone, and the defaults let all through',
        COMPARISON,
        '(!onlySales || «item→!item».isOnSale)',
        { alone: true },
      ),
      comparison(
        'each narrows alone, and the defaults let all through',
        COMPARISON,
        'item.currentPrice «>=→<» minPrice',
        { alone: true },
      ),
      comparison(
        'each narrows alone, and the defaults let all through',
        COMPARISON,
        'item.currentPrice «<=→>» maxPrice',
        { alone: true },
      ),
      comparison(
        'each narrows alone, and the defaults let all through',
        COMPARISON,
        '|| «shops→!shops».has(item.retailer.name)',
        { alone: true },
      ),
      comparison(
        'each narrows alone, and the defaults let all through',
        COMPARISON,
        'item.rating.average «>=→<» minRating',
        { alone: true },
      ),
    ],
  },
  {
    text: 'Reset clears all together',
    alterations: [
      searchFilters(
        'survive a reload and are reset together',
        'site/islands/search/Filters.tsx',
        'onClick={() => onView(«DEFAULT_VIEW→{ ...DEFAULT_VIEW, sort }»)}',
        { mentions: 'sort=price' },
      ),
      searchFilters(
        'that nothing passes say so and can be reset there',
        'site/islands/search/Results.tsx',
        '«Reset filters→Clear»',
      ),
    ],
  },
  {
    text: 'Login screen: submit goes idle to submitting (button ‘Processing...’, disabled) and back',
    alterations: [
      login(
        'the button says Processing... and rests while the server thinks',
        'site/islands/account/LoginScreen.tsx',
        `isBusy ? '«Processing...→Wait»'`,
        { mentions: 'Processing...' },
      ),
      login(
        'the button says Processing... and rests while the server thinks',
        'site/islands/account/LoginScreen.tsx',
        '<button type="submit" className="button primary" disabled={«isBusy→false»} ref',
        { mentions: 'the button rests' },
      ),
    ],
  },
  {
    text: 'On 409 at sign-up a message shows, then the screen switches to login mode with a new message',
    alterations: [
      login(
        'a taken address is told twice and leads to sign-in after 1.5 s',
        AUTH_FORM,
        'cause.status === «409→408»',
        { mentions: 'This email is already registered. Switching' },
      ),
      login(
        'a taken address is told twice and leads to sign-in after 1.5 s',
        AUTH_FORM,
        `setMode('«sign-in→sign-up»'); fail`,
        { mentions: 'Sign in' },
      ),
    ],
  },
  {
    text: 'After successful sign-up the user is logged in automatically and sent to /',
    alterations: [
      login(
        'the checklist follows the typing and does not block',
        'site/client/safe-redirect.ts',
        `!URL.canParse(wanted, origin)) return '/«→about»';`,
        { mentions: 'instead of /' },
      ),
    ],
  },
  {
    text: 'Password reset: after 2 s to /login with ‘Password reset successful! Please login with your new password.’',
    alterations: [
      password(
        'with the link of the mail sets a new password and leads to sign-in after 2 s',
        'site/islands/account/auth-errors.ts',
        'Password reset «successful→done»! Please',
        { mentions: 'Password reset successful!' },
      ),
    ],
  },
  {
    text: 'Recommendations reload when tab or category changes; Trending when timeframe changes',
    alterations: [
      recommendations(
        'has three tabs, each with its call, reasons only on the first',
        'site/islands/recommendations/RecommendationsScreen.tsx',
        '`«${kind}→» ${category}`',
        { mentions: '/api/recommendations/trending' },
      ),
      recommendations(
        'narrows by category, and Clear Filters takes that back',
        'site/islands/recommendations/RecommendationsScreen.tsx',
        '`${kind} «${category}→»`',
        { mentions: 'page.waitForRequest' },
      ),
      trending(
        'shows 7 days at first and loads anew for another time, 20 rows at most',
        'site/islands/trending/TrendingScreen.tsx',
        `useCall(() => trendingSearches(timeframe), «timeframe→''»);`,
        { mentions: 'page.waitForRequest' },
      ),
    ],
  },
  {
    text: 'Profile tabs: profile, search-history, view-history, favorites',
    alterations: (
      [
        ['profile', 'Profile Settings'],
        ['search-history', 'Search History'],
        ['view-history', 'View History'],
        ['favorites', 'Favorites'],
      ] as const
    ).map(([id, name]) =>
      profile(
        'a tab is in the address: $id',
        'site/islands/profile/ProfileScreen.tsx',
        `{ id: '«${id}→${id}-tab»', name`,
        { only: `in the address: ${id}`, mentions: `name: '${name}'` },
      ),
    ),
  },
  {
    text: 'Favourite removal: after confirm; on success the card leaves the list',
    alterations: [
      favorites(
        'removes one after asking',
        'site/islands/favorites/FavoritesScreen.tsx',
        '({ _id }) => _id «!==→===» gone._id',
        { alone: true },
      ),
    ],
  },
  {
    text: 'Price change percent: (current − saved) / saved, 2 decimals; zero when either price is missing',
    alterations: [
      priceChange(
        'the change since saving, to 2 decimals',
        'db/domain/prices/price-change.ts',
        "/ «saved→current») * 100);\n}\n\n/** 'Price",
        { alone: true },
      ),
      priceChange(
        'the change since saving, to 2 decimals',
        'db/domain/prices/price-change.ts',
        'Math.round(Math.abs(value) * 100« + 1e-9)) / 100→ + 1e-9)) / 10»',
        { alone: true },
      ),
      priceChange(
        'a missing price is no change',
        'db/domain/prices/price-change.ts',
        '!Number.isFinite(saved)) return «0→1»;',
        { alone: true },
      ),
    ],
  },
  {
    text: 'Price trend: above +2% is up, below −2% is down, else stable',
    alterations: [
      priceHistory('%j is %s', 'db/domain/prices/price-history.ts', 'TREND_PERCENT = «2→1»', {
        only: 'trend [100,150,102]',
        mentions: `'stable'`,
      }),
      priceHistory('%j is %s', 'db/domain/prices/price-history.ts', 'TREND_PERCENT = «2→3»', {
        only: 'trend [100,97.99]',
        mentions: `'down'`,
      }),
      ...(
        [
          ['up', 'Price going up'],
          ['down', 'Price going down'],
          ['stable', 'Price stable'],
        ] as const
      ).map(([trend, text]) =>
        product(
          'a history that $what says: $trend, $analysis',
          'site/islands/product/PriceHistory.tsx',
          `${trend}: { text: '«${text}→So»'`,
          { only: text },
        ),
      ),
    ],
  },
  {
    text: 'Price analysis: within the lowest 20% of the range a great deal, within the highest 20% a high price, otherwise fair',
    alterations: [
      priceHistory('%d is %s', 'db/domain/prices/price-history.ts', 'EDGE_SHARE = «0.2→0.21»', {
        only: '120.01',
        mentions: `'fair'`,
      }),
      priceHistory('%d is %s', 'db/domain/prices/price-history.ts', 'EDGE_SHARE = «0.2→0.19»', {
        only: 'to 200 180',
        mentions: `'high'`,
      }),
      ...(
        [
          [`'great-deal'`, 'Great deal'],
          ['fair', 'Fair price'],
          ['high', 'High price'],
        ] as const
      ).map(([analysis, text]) =>
        product(
          'a history that $what says: $trend, $analysis',
          'site/islands/product/PriceHistory.tsx',
          `${analysis}: { text: '«${text}→So»'`,
          { only: text },
        ),
      ),
    ],
  },
  {
    text: 'With no history, about 20% random synthetic data around the current price',
    alterations: [
      priceHistory(
        'stays within a fifth of the current price',
        'db/domain/prices/price-history.ts',
        'ESTIMATE_SPREAD = «0.2→0.3»',
        { alone: true },
      ),
      product(
        'with no history says that its line is an estimate',
        'site/islands/product/PriceHistory.tsx',
        'this line is an <strong>«estimate→idea»</strong>',
        { mentions: 'this line is an estimate' },
      ),
    ],
  },
  {
    text: 'Savings for an item is the average price of all results minus the item’s price',
    alterations: [
      priceChange(
        'dearer than the average is a negative saving',
        'db/domain/prices/price-change.ts',
        'roundTo2(average «-→+» price)',
        { alone: true },
      ),
    ],
  },
];
