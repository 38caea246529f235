import type { Sentence } from '../alteration.ts';
import {
  auth,
  comparison,
  home,
  login,
  messages,
  password,
  passwordRule,
  product,
  profile,
  searchActions,
  searchFilters,
  searchStates,
} from './tests.ts';

const ALERT_PANEL = 'site/islands/search/AlertPanel.tsx';
const MODAL = 'site/islands/product/AlertModal.tsx';
const LOGIN = 'site/islands/account/LoginScreen.tsx';
const RESET = 'site/islands/account/ResetScreen.tsx';
const RULE = 'db/domain/account/password-rule.ts';
const PROFILE_FORM = 'site/islands/profile/ProfileForm.tsx';
const AUTH_ROUTES = 'site/api/routes/auth.ts';

/** §5 Validation rules. */
export const SECTION_5: readonly Sentence[] = [
  {
    text: 'Search: non-empty trimmed text; the submit button is disabled when empty or loading',
    alterations: [
      searchStates(
        'cannot be sent while it is empty',
        'site/islands/search/SearchBar.tsx',
        'isLoading || !text«.trim()→»',
        { mentions: 'the button with blanks' },
      ),
      searchStates(
        'waits while a search is under way',
        'site/islands/search/SearchBar.tsx',
        'isLive && («isLoading || →»!text.trim())',
        { mentions: 'the button while it waits' },
      ),
      messages(
        'an empty search is refused with its message: %s',
        'site/api/routes/search.ts',
        'Please «enter→type» a search.',
        { only: 'message: /search/ai-search', mentions: 'Please enter a search.' },
      ),
      messages(
        'an empty search is refused with its message: %s',
        'site/api/routes/search.ts',
        'Please enter a «search→word».',
        { only: 'message: /recommend/smart-recommend', mentions: 'Please enter a search.' },
      ),
    ],
  },
  {
    text: 'Newsletter e-mail: non-empty and containing @, else ‘Please enter a valid email address.’',
    alterations: [
      home(
        'a wrong address is told for 3 seconds',
        'site/client/home/newsletter.ts',
        'Please enter a «valid→real» email address.',
        { mentions: 'Please enter a valid email address.' },
      ),
      home(
        'a wrong address is told for 3 seconds',
        'site/client/home/newsletter.ts',
        `email.includes('«@→b»')`,
        { mentions: 'Please enter a valid email address.' },
      ),
      messages(
        'the newsletter refuses “%s” with its message',
        'site/api/routes/newsletter.ts',
        `refine((text) => text.includes('«@→n»')`,
        { only: '“nobody”', mentions: 'Please enter a valid email address.' },
      ),
      messages(
        'the newsletter refuses “%s” with its message',
        'db/domain/account/email-address.ts',
        'Please enter a «valid→real» email address.',
        { only: '“ ”', mentions: 'Please enter a valid email address.' },
      ),
    ],
  },
  {
    text: 'Newsletter success: ‘Success! Check your email to confirm subscription.’',
    alterations: [
      home(
        'success shows for 5 seconds, then the field is empty',
        'site/client/home/newsletter.ts',
        'Success! Check your email to «confirm→open» subscription.',
        { mentions: 'Success! Check your email to confirm subscription.' },
      ),
    ],
  },
  {
    text: 'Search price alert requires sign-in (‘Please sign in to set price alerts’) and both email and target price (‘Please enter your email and target price’)',
    alterations: [
      searchActions(
        'opens and closes; a guest is asked to sign in',
        ALERT_PANEL,
        'Please «sign in→log on» to set price alerts',
        { mentions: 'Please sign in to set price alerts' },
      ),
      searchActions(
        'needs both e-mail and target price, then is set',
        ALERT_PANEL,
        'Please enter your email «and→plus» target price',
        { mentions: 'Please enter your email and target price' },
      ),
    ],
  },
  {
    text: 'Search price alert: success shows a confirmation',
    alterations: [
      searchActions(
        'needs both e-mail and target price, then is set',
        ALERT_PANEL,
        '`«Alert set→Done»: we will write',
      ),
    ],
  },
  {
    text: 'Alert modal: e-mail required; target price numeric from 0 to the current price, step 0.01',
    alterations: [
      product('needs an e-mail address', MODAL, 'autoComplete="email" «required→aria-required»', {
        mentions: 'an empty address',
      }),
      ...(
        [
          ['min="«0→1»"', 'a target of 0'],
          ['min="«0→-5»"', 'a target of -1'],
          ['max={product.currentPrice«→ + 1»}', 'a target of 529.01'],
          ['max={product.currentPrice«→ - 1»}', 'a target of 529 '],
          ['step="«0.01→0.001»"', 'a target of 400.005'],
        ] as const
      ).map(([change, mentions]) =>
        product(
          'starts at 90% of the price and accepts 0 up to the price in cents',
          MODAL,
          change,
          {
            mentions,
          },
        ),
      ),
    ],
  },
  {
    text: 'Alert modal: target default 90% of the current price, with a percent-discount preview',
    alterations: [
      product(
        'starts at 90% of the price and accepts 0 up to the price in cents',
        MODAL,
        'DEFAULT_SHARE = «0.9→0.8»',
        { mentions: '476.10' },
      ),
      product(
        'starts at 90% of the price and accepts 0 up to the price in cents',
        MODAL,
        '% «below→under» today.`',
        { mentions: 'below today' },
      ),
    ],
  },
  {
    text: 'Alert modal: alert types target price, or any price drop',
    alterations: [
      product(
        'starts at 90% of the price and accepts 0 up to the price in cents',
        MODAL,
        '«Any price drop→Whatever»',
      ),
      product(
        'starts at 90% of the price and accepts 0 up to the price in cents',
        MODAL,
        '«A target price→Some price»',
      ),
    ],
  },
  {
    text: 'Price range filter: min default 0, max default 10000; non-numeric entry falls back to defaults',
    alterations: [
      comparison(
        'a bound that is no number falls back to its default',
        'db/domain/products/comparison.ts',
        'minPrice: «0→1»,',
      ),
      comparison(
        'a bound that is no number falls back to its default',
        'db/domain/products/comparison.ts',
        'maxPrice: «10_000→20_000»,',
        { mentions: '10000' },
      ),
      searchFilters(
        'a price that is no number falls back to the default',
        'db/domain/products/comparison.ts',
        'value >= 0 ? value : «fallback→500»',
        { mentions: '11 of 11' },
      ),
    ],
  },
  {
    text: 'Rating filter options: all, 3+, 4+, 4.5+',
    alterations: [
      searchFilters(
        'rating offers all, 3+, 4+ and 4.5+',
        'site/islands/search/Filters.tsx',
        `option === 0 ? '«All→Any»'`,
        { mentions: `"All"` },
      ),
      searchFilters(
        'rating offers all, 3+, 4+ and 4.5+',
        'db/domain/products/comparison.ts',
        '[0, 3, «4→3.5», 4.5] as const',
        { mentions: `"4+"` },
      ),
      searchFilters(
        'rating offers all, 3+, 4+ and 4.5+',
        'db/domain/products/comparison.ts',
        '[0, 3, 4, «4.5→4.8»] as const',
        { mentions: `"4.5+"` },
      ),
      searchFilters(
        'rating offers all, 3+, 4+ and 4.5+',
        'db/domain/products/comparison.ts',
        '[0, «3→2», 4, 4.5] as const',
        { mentions: `"3+"` },
      ),
    ],
  },
  {
    text: 'Favourites require a token; otherwise ‘Please login to save favorites’',
    alterations: [
      searchActions(
        'a guest is asked to sign in, and nothing is checked',
        'site/stores/favorites.ts',
        'Please «login→sign in» to save favorites',
        { mentions: 'Please login to save favorites' },
      ),
    ],
  },
  {
    text: 'Login and sign-up: email and password required; name required only in sign-up; e-mail field of e-mail type',
    alterations: [
      login(
        'needs name, e-mail and password; e-mail must look like one',
        LOGIN,
        'autoComplete="name" «required→»',
        { mentions: 'an empty Name' },
      ),
      login(
        'needs name, e-mail and password; e-mail must look like one',
        LOGIN,
        'autoComplete="email" «required→»',
        { mentions: 'an empty E-mail' },
      ),
      login(
        'needs name, e-mail and password; e-mail must look like one',
        LOGIN,
        `'current-password'} «required→»\n`,
        { mentions: 'an empty Password' },
      ),
      login(
        'needs name, e-mail and password; e-mail must look like one',
        LOGIN,
        'type="«email→text»"',
        { mentions: 'no-address as E-mail' },
      ),
    ],
  },
  {
    text: 'Sign-up password checklist (live, display-only): 8 to 64 characters, at least one letter, one digit, one symbol from !@#$%^*-_+=',
    alterations: [
      passwordRule(
        'of 7, 8, 64 and 65 characters, those of 8 to 64 pass',
        RULE,
        'CHECKLIST_MIN = «8→7»',
        { mentions: 'lengths that pass' },
      ),
      passwordRule(
        'of 7, 8, 64 and 65 characters, those of 8 to 64 pass',
        RULE,
        'CHECKLIST_MAX = «64→65»',
        { mentions: 'lengths that pass' },
      ),
      passwordRule('%s is a %s', RULE, '/[a-«z→y»]/i'),
      passwordRule(
        'the symbols are those of the hint',
        RULE,
        `CHECKLIST_SYMBOLS = '«!→~»@#$%^*-_+='`,
      ),
      passwordRule(
        'the symbols are those of the hint',
        RULE,
        `CHECKLIST_SYMBOLS = '!@#$%^*-_+«=→?»'`,
      ),
      login(
        'the checklist follows the typing and does not block',
        'site/islands/account/PasswordChecklist.tsx',
        '`${CHECKLIST_MIN} to ${CHECKLIST_MAX} «characters→signs»`',
        { mentions: '8 to 64 characters' },
      ),
      login(
        'the checklist follows the typing and does not block',
        'site/islands/account/PasswordChecklist.tsx',
        '(only ${CHECKLIST_SYMBOLS} are «supported→known»)',
        { mentions: 'are supported' },
      ),
      login(
        'the checklist follows the typing and does not block',
        'site/islands/account/PasswordChecklist.tsx',
        `'«At least→Some» one letter'`,
        { mentions: 'At least one letter' },
      ),
      login(
        'the checklist follows the typing and does not block',
        'site/islands/account/PasswordChecklist.tsx',
        `'«At least→Some» one digit'`,
        { mentions: 'At least one digit' },
      ),
      login(
        'the checklist follows the typing and does not block',
        'site/islands/account/PasswordChecklist.tsx',
        '`«At least→Some» one symbol',
        { mentions: 'At least one symbol' },
      ),
    ],
  },
  {
    text: 'Forgot password: e-mail required, else ‘Please enter your email address’',
    alterations: [
      password(
        'needs an address',
        'site/islands/account/auth-errors.ts',
        'Please «enter→type» your email address',
        { mentions: 'Please enter your email address' },
      ),
    ],
  },
  {
    text: 'Profile form: ‘Name is required’, ‘Email is required’, ‘New passwords do not match’, ‘New password must be at least 6 characters’',
    alterations: [
      ...(
        [
          ['Name', `'Name is «required→needed»'`, 'Name is required'],
          ['E-mail', `'Email is «required→needed»'`, 'Email is required'],
          [
            'New password as',
            `'New passwords «do not match→differ»'`,
            'New passwords do not match',
          ],
        ] as const
      ).map(([label, change, mentions]) =>
        profile('%s as "%s" says: %s', PROFILE_FORM, change, { only: `${label}`, mentions }),
      ),
      profile(
        'a new password needs six characters',
        PROFILE_FORM,
        'New password must be «at least→over» ${PASSWORD_MIN}',
        { mentions: 'New password must be at least 6 characters' },
      ),
    ],
  },
  {
    text: 'The same messages from the server',
    alterations: [
      auth('refuses %j', AUTH_ROUTES, `const NO_NAME = 'Name is «required→needed»'`, {
        only: 'the profile refuses {"name":""',
        mentions: 'Name is required',
      }),
      auth('refuses %j', AUTH_ROUTES, `const NO_EMAIL = 'Email is «required→needed»'`, {
        only: 'the profile refuses {"name":"A","email":""}',
        mentions: 'Email is required',
      }),
      auth('refuses %j', AUTH_ROUTES, '`New password must be «at least→over» ${PASSWORD_MIN}', {
        only: '"newPassword":"12345"',
        mentions: 'New password must be at least 6 characters',
      }),
      auth('registration %j is refused', AUTH_ROUTES, `z.email(«NO_EMAIL_ADDRESS→'No'»)`, {
        only: 'no-at-sign',
        mentions: 'Please enter a valid email address.',
      }),
      auth('registration %j is refused', AUTH_ROUTES, '`Password must be «at least→over» ${', {
        only: '"password":"12345"',
        mentions: 'Password must be at least 6 characters long',
      }),
    ],
  },
  {
    text: 'Current and new password are sent only when a new one is entered; empty password fields keep the current password',
    alterations: [
      profile(
        'a new name is saved without passwords, and the header knows it',
        PROFILE_FORM,
        '...(«newPassword→currentPassword» && { currentPassword',
        { mentions: 'currentPassword' },
      ),
    ],
  },
  {
    text: 'Reset password: ‘Password must be at least 6 characters long’, ‘Passwords do not match’, ‘Invalid or missing reset token. Please request a new password reset link.’',
    alterations: [
      password(
        'checks length and confirmation, and tells the rules',
        RESET,
        '`Password must be «at least→over» ${PASSWORD_MIN}',
        { mentions: 'Password must be at least 6 characters long' },
      ),
      password(
        'checks length and confirmation, and tells the rules',
        RESET,
        `'Passwords «do not match→differ»'`,
        { mentions: 'Passwords do not match' },
      ),
      password(
        'without a token says so at once and when sent',
        RESET,
        'Invalid or «missing→absent» reset token.',
        { mentions: 'Invalid or missing reset token.' },
      ),
    ],
  },
  {
    text: 'Profile and reset require only 6 characters',
    alterations: [
      passwordRule('the server requires 6 characters', RULE, 'PASSWORD_MIN = «6→7»', {
        mentions: '6 characters',
      }),
      auth('takes a password of 6 characters', RULE, 'PASSWORD_MIN = «6→7»', { alone: true }),
    ],
  },
  {
    text: 'Login response must have success true, else the server error text or ‘Login failed’ is raised',
    alterations: [
      login(
        'when the server %s',
        'site/islands/account/auth-errors.ts',
        `loginFailed: '«Login→Entry» failed'`,
        { only: 'says no', mentions: 'Login failed' },
      ),
    ],
  },
];
