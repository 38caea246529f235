import type { Sentence } from '../alteration.ts';
import {
  auth,
  bearerCalls,
  favorites,
  login,
  messages,
  password,
  pictures,
  product,
  profile,
  recommendations,
  searchActions,
  searchStates,
  session,
  smartSearch,
  social,
  trending,
} from './tests.ts';

const OUTCOME = 'site/islands/search/outcome.ts';
const SMART = 'site/islands/smart/use-smart-search.ts';
const HEARTS = 'site/stores/favorites.ts';
const AUTH_ERRORS = 'site/islands/account/auth-errors.ts';
const SERVER_AUTH = 'site/api/auth/auth-errors.ts';
const SEARCH_PANELS = 'site/islands/search/panels.tsx';
const FAVORITES = 'site/islands/favorites/FavoritesScreen.tsx';
const TRENDING = 'site/islands/trending/TrendingScreen.tsx';

/** §8 Error catalogue, a line each, and what the server itself says. */
export const SECTION_8: readonly Sentence[] = [
  {
    text: 'AI search, success false: ‘Search failed. Please try again.’',
    alterations: [
      searchStates(
        'when %s, and Try Again tries again',
        OUTCOME,
        `'Search «failed→broke». Please`,
        {
          only: 'the server says no',
          mentions: 'Search failed.',
        },
      ),
    ],
  },
  {
    text: 'AI search, thrown error: ‘AI search failed. Please try again later.’',
    alterations: [
      searchStates('when %s, and Try Again tries again', OUTCOME, 'again «later→soon».', {
        only: 'the server fails',
        mentions: 'AI search failed. Please try again later.',
      }),
      searchStates('when %s, and Try Again tries again', OUTCOME, `'AI search «failed→broke».`, {
        only: 'nobody answers',
        mentions: 'AI search failed. Please try again later.',
      }),
    ],
  },
  {
    text: 'Smart search, success false: ‘Unable to load recommendations. Please try again.’',
    alterations: [
      smartSearch('when %s, and Try Again asks again', SMART, '«Unable to→Cannot» load', {
        only: 'the server says no',
      }),
    ],
  },
  {
    text: 'Smart search, error: server error message, else ‘Failed to load recommendations’',
    alterations: [
      smartSearch('when %s, and Try Again asks again', SMART, '«Failed→Could not» to load', {
        only: 'the server fails',
        mentions: 'Failed to load recommendations',
      }),
      smartSearch(
        'when %s, and Try Again asks again',
        SMART,
        'isRefusal ? REFUSED : «errorText(fault, FAILED)→FAILED»',
        { only: 'the server says why', mentions: 'The AI is asleep.' },
      ),
    ],
  },
  {
    text: 'Favourite without token or on 401: ‘Please login to save favorites’',
    alterations: [
      searchActions('a session that ended asks to sign in', HEARTS, 'to save «favorites→hearts»', {
        mentions: 'Please login to save favorites',
      }),
      searchActions(
        'a session that ended asks to sign in',
        HEARTS,
        'tell(«isSignedOut(fault) ? LOGIN_FIRST : FAILED→FAILED»)',
        { mentions: 'Please login to save favorites' },
      ),
    ],
  },
  {
    text: 'Other favourite failure: ‘Failed to update favorite. Please try again.’',
    alterations: [
      searchActions(
        'a failure says so and leaves the heart as it was',
        HEARTS,
        'Failed to «update→change» favorite.',
        { mentions: 'Failed to update favorite.' },
      ),
    ],
  },
  {
    text: 'Batch favourite check failure: logged only',
    alterations: [
      searchActions(
        'a failed check is only logged',
        HEARTS,
        "'[favorites] the «check→look» of a batch",
        { mentions: 'of a batch failed' },
      ),
    ],
  },
  {
    text: 'Product detail load failure: a message in Chinese',
    alterations: [
      product(
        'because the load failed says so in Chinese, with English and a way home',
        'site/islands/product/ProductScreen.tsx',
        '加载商品详情失败，«请稍后重试→请重试»',
      ),
      product(
        'because the load failed says so in Chinese, with English and a way home',
        'site/islands/product/ProductScreen.tsx',
        'lang="«zh-Hans→zh»"',
      ),
    ],
  },
  {
    text: 'Empty results: ‘No related products found’, ‘Please try other search terms’, Search Again button clearing the query',
    alterations: (
      [
        ['>«No related products→Nothing» found<', 'No related products'],
        ['>Please try «other→more» search terms<', 'Please try other search terms'],
        ['«Search Again→Back»', 'Search Again'],
      ] as const
    ).map(([change, mentions]) =>
      searchStates('says so, and Search Again clears the query', SEARCH_PANELS, change, {
        mentions,
      }),
    ),
  },
  {
    text: 'Image failure: ‘Image unavailable’',
    alterations: [
      pictures(
        'that do not come say Image unavailable',
        'site/islands/shared/LazyImage.tsx',
        'Image «unavailable→missing»</span>',
      ),
    ],
  },
  {
    text: 'Login 401, sign-in: ‘Invalid email or password. Please check your credentials or sign up for a new account.’',
    alterations: [
      login(
        'wrong credentials are told',
        AUTH_ERRORS,
        'Please check your «credentials→details» or',
      ),
      auth(
        'is not told apart from no account by a wrong password',
        SERVER_AUTH,
        'Please check your «credentials→details» or',
      ),
    ],
  },
  {
    text: 'Login 401, sign-up: ‘Registration failed. Please try again.’',
    alterations: [
      login(
        'when the server answers %s',
        AUTH_ERRORS,
        `'«Registration→Sign-up» failed. Please try again.'`,
        { only: 'answers 401' },
      ),
    ],
  },
  {
    text: '409 at sign-up: ‘This email is already registered. Switching to login mode...’ then ‘This email is already registered. Please login with your password.’',
    alterations: [
      login(
        'a taken address is told twice and leads to sign-in after 1.5 s',
        AUTH_ERRORS,
        'registered. «Switching→Changing» to login mode...',
      ),
      login(
        'a taken address is told twice and leads to sign-in after 1.5 s',
        AUTH_ERRORS,
        'registered. Please «login→enter» with your password.',
        { mentions: 'Please login with your password.' },
      ),
      messages(
        'at sign-up',
        SERVER_AUTH,
        `USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: [409, 'email-taken', 'This email is already «registered→taken».'`,
        { mentions: 'This email is already registered.' },
      ),
      messages(
        'on the profile',
        'site/api/routes/auth.ts',
        `new PublicError(409, 'email-taken', 'This email is already «registered→taken».'`,
        { mentions: 'This email is already registered.' },
      ),
    ],
  },
  {
    text: '503: ‘Service temporarily unavailable. Please try again in a few moments.’',
    alterations: [
      login('when the server %s', AUTH_ERRORS, 'Service «temporarily→now» unavailable.', {
        only: 'is down (503)',
      }),
      messages(
        'is what a fault of ours is called',
        'site/api/respond.ts',
        'Service «temporarily→now» unavailable.',
      ),
      messages(
        'is what an answer that takes too long is called, within the 10 seconds of the client',
        'site/api/app.ts',
        'Service «temporarily→now» unavailable.',
      ),
      messages(
        'is what an answer that takes too long is called, within the 10 seconds of the client',
        'site/api/app.ts',
        'ANSWER_TIMEOUT_MS = «9_500→10_500»',
        { mentions: 'seconds until the answer' },
      ),
    ],
  },
  {
    text: 'Other auth errors: server error text, else its message, else ‘An error occurred. Please try again.’',
    alterations: [
      login('when the server %s', AUTH_ERRORS, `'«An error occurred→Oh». Please try again.'`, {
        only: 'fails without a word',
      }),
      login(
        'when the server %s',
        AUTH_ERRORS,
        'if (fault.serverText) return «fault.serverText→AUTH_TEXTS.other»;',
        { only: 'says why', mentions: 'Too many requests.' },
      ),
      messages(
        'too many requests are told',
        'site/api/limits.ts',
        `'«Too many requests→Slow down». Please wait`,
      ),
    ],
  },
  {
    text: 'Sign-up success false: server error or ‘Registration failed’',
    alterations: [
      login(
        'when the server answers %s',
        AUTH_ERRORS,
        `signUpFailed: '«Registration→Sign-up» failed'`,
        {
          only: 'success false',
        },
      ),
    ],
  },
  {
    text: 'Login failure: server error text or ‘Login failed’',
    alterations: [
      login('when the server %s', AUTH_ERRORS, `loginFailed: 'Login «failed→broke»'`, {
        only: 'says no',
        mentions: 'Login failed',
      }),
    ],
  },
  {
    text: 'OAuth error parameter: ‘OAuth login failed. Please try again.’',
    alterations: [
      session(
        'an error leads to sign-in with its message',
        AUTH_ERRORS,
        '«OAuth→Social» login failed.',
        {
          mentions: 'OAuth login failed.',
        },
      ),
      messages(
        'a social token that is not ours is told',
        'site/api/social/social-token.ts',
        '«OAuth→Social» login failed.',
        { mentions: 'OAuth login failed.' },
      ),
      social(
        '21 the token replayed, also by twenty at once',
        'site/api/social/exchange.ts',
        '«OAuth→Social» login failed.',
        { mentions: 'OAuth login failed.' },
      ),
    ],
  },
  {
    text: 'Forgot password: success ‘Password reset email sent! Please check your inbox.’; failure server error or ‘Failed to send reset email. Please try again.’',
    alterations: [
      password('sends a mail, whoever asks', AUTH_ERRORS, 'Password reset «email sent→mail out»!', {
        mentions: 'Password reset email sent!',
      }),
      password('failing with %o is told', AUTH_ERRORS, 'Failed to «send→post» reset email.', {
        only: '500',
        mentions: 'Failed to send reset email.',
      }),
      password(
        'failing with %o is told',
        'site/client/api-error.ts',
        '(fault instanceof ApiError && «fault.serverText→false») ||',
        { only: '429', alone: true },
      ),
    ],
  },
  {
    text: 'Reset failure: server error or ‘Failed to reset password’',
    alterations: [
      password(
        'a failure %o is told',
        'site/islands/account/ResetScreen.tsx',
        `'Failed to «reset→change» password'`,
        { only: '500', mentions: 'Failed to reset password' },
      ),
      messages(
        'a reset link that is not ours is told',
        SERVER_AUTH,
        'This reset link is «invalid→wrong» or has expired.',
        { mentions: 'This reset link is invalid or has expired.' },
      ),
    ],
  },
  {
    text: 'Profile: success ‘Profile updated successfully!’; failure server error or ‘Failed to update profile’',
    alterations: [
      profile(
        'a new name is saved without passwords, and the header knows it',
        'site/islands/profile/ProfileForm.tsx',
        `'Profile updated «successfully→well»!'`,
      ),
      profile(
        'failing with %o is told',
        'site/islands/profile/ProfileForm.tsx',
        `'Failed to «update→save» profile'`,
        { only: '500', mentions: 'Failed to update profile' },
      ),
      auth(
        'keeps the password when the current one is wrong',
        SERVER_AUTH,
        'Current password is «incorrect→wrong»',
      ),
    ],
  },
  {
    text: 'Recommendations: ‘Failed to load recommendations. Please try again later.’',
    alterations: [
      recommendations(
        'failing (%s) says so and tries again',
        'site/islands/recommendations/RecommendationsScreen.tsx',
        'Failed to load «recommendations→picks». Please',
        { only: 'refused', mentions: 'Failed to load recommendations.' },
      ),
    ],
  },
  {
    text: 'Favourites page load: ‘Failed to load favorites’ or ‘Failed to load favorites. Please try again.’',
    alterations: [
      favorites(
        'failing with %o says so and tries again',
        FAVORITES,
        `refused: 'Failed to «load→get» favorites'`,
        {
          only: 'refused',
          mentions: 'Failed to load favorites',
        },
      ),
      favorites(
        'failing with %o says so and tries again',
        FAVORITES,
        `failed: 'Failed to «load→get» favorites.`,
        {
          only: 'unreachable',
          mentions: 'Failed to load favorites.',
        },
      ),
    ],
  },
  {
    text: 'Favourite removal: confirm ‘Are you sure you want to remove this from your favorites?’; failure alert ‘Failed to remove favorite. Please try again.’',
    alterations: [
      favorites(
        'removes one after asking',
        FAVORITES,
        'Are you sure you want to «remove→drop» this',
        {
          mentions: 'Are you sure you want to remove this from your favorites?',
        },
      ),
      favorites(
        'a failed removal is told and the card stays',
        FAVORITES,
        'Failed to «remove→drop» favorite.',
        { mentions: 'Failed to remove favorite.' },
      ),
    ],
  },
  {
    text: 'Trending: ‘Failed to load trending searches’ or ‘Unable to fetch trending searches’',
    alterations: [
      trending(
        'when %s it says so and tries again',
        TRENDING,
        '«Failed→Came not» to load trending',
        {
          only: 'the server says no',
          mentions: 'Failed to load trending searches',
        },
      ),
      trending(
        'when %s it says so and tries again',
        TRENDING,
        '«Unable to→Cannot» fetch trending',
        {
          only: 'nobody answers',
        },
      ),
    ],
  },
  {
    text: 'Profile history or favourite deletion failure: logged only, no message',
    alterations: [
      profile(
        'a failed deletion is only logged',
        'site/islands/profile/use-entries.ts',
        `return true;
        }, () => «false→change((entries) => entries.filter((entry) => entry.id !== gone.id)) === null»,`,
        { mentions: 'entries that stay' },
      ),
    ],
  },
  {
    text: 'Web-vitals metrics are logged to the console',
    alterations: [
      bearerCalls(
        'web vitals are logged when a page is left',
        'site/client/web-vitals.ts',
        `console.info('[web-«vitals→figures»]'`,
        { mentions: 'web-vitals' },
      ),
    ],
  },
];
