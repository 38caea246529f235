import type { Sentence } from '../alteration.ts';
import {
  everyPage,
  favorites,
  fixedTexts,
  freeSearches,
  home,
  login,
  password,
  pictures,
  product,
  profile,
  recommendations,
  searchActions,
  searchFilters,
  searchResults,
  searchStates,
  session,
  smartSearch,
  topicIcon,
  trending,
} from './tests.ts';

const HEADER = 'site/components/Header.astro';
const FOOTER = 'site/components/Footer.astro';
const SEO = 'site/components/Seo.astro';
const TEXTS = 'site/content/texts.ts';
const SIGNED_IN = 'site/islands/shared/SignedIn.tsx';
const FILTERS = 'site/islands/search/Filters.tsx';
const RESULTS = 'site/islands/search/Results.tsx';
const SEARCH_PANELS = 'site/islands/search/panels.tsx';
const SMART = 'site/islands/smart/Recommendation.tsx';
const PRODUCT_HEAD = 'site/islands/product/ProductHead.tsx';
const PROFILE = 'site/islands/profile/ProfileScreen.tsx';
const FAVORITES = 'site/islands/favorites/FavoritesScreen.tsx';
const FAVORITE_CARD = 'site/islands/favorites/FavoriteCard.tsx';
const TRENDING = 'site/islands/trending/TrendingScreen.tsx';
const PICKS = 'site/islands/recommendations/RecommendationsScreen.tsx';

const headerLink = (text: string, change: string) =>
  fixedTexts('links %s to %s, %s', HEADER, change, { only: `the header links ${text} to` });
const footerLink = (text: string, change: string) =>
  fixedTexts('links %s to %s', FOOTER, change, { only: `the footer links ${text} to` });
const head = (selector: string, change: string) =>
  fixedTexts('has %s', SEO, change, { only: `the head of a page has ${selector}` });

/** §2 Screens and routes. */
export const SECTION_2: readonly Sentence[] = [
  {
    text: 'Header is fixed, with a collapsible mobile menu',
    alterations: [
      everyPage('stays in view while the page is read', HEADER, 'position: «sticky→static»', {
        mentions: 'where the header is',
      }),
      everyPage(
        'on a phone the menu opens, welcomes, and closes by Escape',
        HEADER,
        'popovertarget="«menu→menus»"',
        { mentions: 'Welcome, ' },
      ),
    ],
  },
  {
    text: 'The mobile menu shows a welcome line with the signed-in user’s name and e-mail',
    alterations: [
      everyPage(
        'on a phone the menu opens, welcomes, and closes by Escape',
        HEADER,
        '<span>«Welcome→Hullo», ',
      ),
      everyPage(
        'on a phone the menu opens, welcomes, and closes by Escape',
        HEADER,
        'data-user="«name→email»"',
        { mentions: 'Welcome, ' },
      ),
      everyPage(
        'on a phone the menu opens, welcomes, and closes by Escape',
        'site/client/page-script.ts',
        ': user?.«email→name») ',
        { mentions: '@example.com' },
      ),
    ],
  },
  {
    text: 'Always: home, Smart Search, Trending, About, FAQ',
    alterations: [
      headerLink('Home', `{ href: '/', text: '«Home→Start»' }`),
      headerLink(
        'Smart Search',
        `{ href: '/smart-search', text: '«Smart Search→Ask»' },
  { href: '/trending'`,
      ),
      headerLink(
        'Trending',
        `{ href: '/«trending→trends»', text: 'Trending' },
  { href: '/about'`,
      ),
      headerLink('About', `{ href: '/about', text: '«About→About us»' }`),
      headerLink('FAQ', `{ href: '/faq', text: '«FAQ→Questions»' }`),
    ],
  },
  {
    text: 'Privacy, terms and help are linked from footers',
    alterations: [
      footerLink('Privacy', `{ href: '/privacy', text: '«Privacy→Private»' }`),
      footerLink('Terms', `{ href: '/terms', text: '«Terms→Rules»' }`),
      footerLink('Help', `{ href: '/«help→helpful»', text: 'Help' }`),
    ],
  },
  {
    text: 'Signed out only: Sign In. Signed in only: AI Picks, Favorites, Profile and Logout',
    alterations: [
      headerLink('Sign In', '>«Sign In→Enter»</a>'),
      headerLink('AI Picks', `text: '«AI Picks→Picks»'`),
      headerLink('Favorites', `text: '«Favorites→Saved»'`),
      headerLink('Profile', `text: '«Profile→Me»'`),
      everyPage(
        'shows an account holder their pages and Logout',
        HEADER,
        'data-logout>«Logout→Leave»<',
      ),
    ],
  },
  {
    text: 'After logout the user goes to /login',
    alterations: [
      session(
        'forgets token and user, here and on the server, and leads to sign-in',
        'site/client/sign-out.ts',
        `location.assign('/«login→»')`,
        { mentions: 'instead of /login' },
      ),
    ],
  },
  {
    text: 'Footers carry mailto links for support and contact',
    alterations: [
      footerLink('Support', '{`mailto:${SUPPORT_EMAIL}`}>«Support→Assistance»<'),
      footerLink('Contact us', '{`mailto:${CONTACT_EMAIL}`}>«Contact us→Write»<'),
      fixedTexts('links %s to %s', TEXTS, `SUPPORT_EMAIL = '«support→assist»@`, {
        only: 'the footer links Support to',
      }),
      fixedTexts('links %s to %s', TEXTS, `CONTACT_EMAIL = '«hello→hullo»@`, {
        only: 'the footer links Contact us to',
      }),
    ],
  },
  {
    text: 'Each page sets a title, description, keywords, social-share tags, canonical link and optional structured data',
    alterations: [
      fixedTexts(
        'has a title of its own, or the default one of Australian retailers',
        SEO,
        'title ? `${title} «|→-» ${SITE_NAME}`',
        { mentions: 'About | Priceroo' },
      ),
      head('meta[name="description"]', '<meta name="«description→summary»"'),
      head('meta[name="keywords"]', '<meta name="«keywords→words»"'),
      head('meta[property="og:title"]', 'property="«og:title→og:name»"'),
      head('meta[property="og:description"]', 'property="«og:description→og:text»"'),
      head('meta[property="og:url"]', 'property="«og:url→og:link»"'),
      head('meta[property="og:image"]', 'property="«og:image→og:picture»"'),
      head('meta[name="twitter:card"]', 'name="«twitter:card→twitter:kind»"'),
      head('meta[name="twitter:title"]', 'name="«twitter:title→twitter:name»"'),
      head('link[rel="canonical"]', 'rel="«canonical→alternate»"'),
      fixedTexts(
        'has structured data: %s a %s',
        'site/structured-data/site.ts',
        `const data: WebSite = {
    '@type': '«WebSite→WebPage»'`,
        { only: 'a WebSite' },
      ),
      fixedTexts(
        'has structured data: %s a %s',
        'site/structured-data/site.ts',
        `const data: FAQPage = {
    '@type': '«FAQPage→WebPage»'`,
        { only: 'a FAQPage' },
      ),
    ],
  },
  {
    text: 'The default title is a price-comparison title for Australian retailers',
    alterations: [
      fixedTexts(
        'has a title of its own, or the default one of Australian retailers',
        TEXTS,
        'across 50+ «Australian→Tasmanian» retailers`',
      ),
    ],
  },
  {
    text: 'Login required for product, recommendations, profile and favorites; otherwise redirect to /login',
    alterations: [
      session(
        '%s sends a guest to sign in, and back afterwards',
        SIGNED_IN,
        `location.replace(«loginPath()→'/about'»)`,
        { alone: true },
      ),
      session(
        '%s sends a guest to sign in, and back afterwards',
        PICKS,
        'return «<SignedIn>{() => <Screen />}</SignedIn>→<Screen />»;',
        { only: '/recommendations', mentions: 'instead of /login' },
      ),
      session(
        '%s sends a guest to sign in, and back afterwards',
        PROFILE,
        `«<SignedIn>{({ user }) => <Screen user={user} />}</SignedIn>→<Screen user={{ id: '', email: '', name: '' }} />»`,
        { only: '/profile', mentions: 'instead of /login' },
      ),
      session(
        '%s sends a guest to sign in, and back afterwards',
        'site/islands/product/ProductScreen.tsx',
        '«<SignedIn>{({ user }) => <Loader id={id} email={user.email} />}</SignedIn>→<Loader id={id} email="" />»',
        { only: '/product/', mentions: 'instead of /login' },
      ),
      session(
        '%s sends a guest to sign in, and back afterwards',
        'site/stores/free-searches.ts',
        '`/«login→»?redirect=${',
        { alone: true },
      ),
    ],
  },
  {
    text: 'While the auth state is loading a blank spinner shows',
    alterations: [
      fixedTexts(
        'a page for account holders waits with a blank spinner',
        'site/components/Spinner.astro',
        '<div class="«spinner→spin»"',
        { mentions: 'spinners of' },
      ),
    ],
  },
  {
    text: 'Home: recent-search dropdown on input focus; single entries removable, all clearable',
    alterations: [
      home(
        'show on focus, newest first; one can be removed, or all',
        'site/client/home/recent-searches.ts',
        `input.addEventListener('«focus→blur»'`,
        { mentions: 'nike shoes' },
      ),
      home(
        'show on focus, newest first; one can be removed, or all',
        'site/client/home/recent-searches.ts',
        '`«Remove→Drop» ${query} from recent',
      ),
      home(
        'show on focus, newest first; one can be removed, or all',
        'site/components/SearchForm.astro',
        'data-recent-clear>«Clear all→Empty»<',
      ),
    ],
  },
  {
    text: 'Home: Smart Search promo',
    alterations: [
      fixedTexts(
        'promises a saving and offers Smart Search',
        'site/components/home/SmartPromo.astro',
        'Try «Smart→Clever» Search',
        { mentions: 'Try Smart Search' },
      ),
    ],
  },
  {
    text: 'Home: free-searches-left banner',
    alterations: [
      freeSearches(
        'after %s searches home says how many are left',
        'site/client/home/limit.ts',
        '${searches} left. A free account «lifts→ends» the limit.',
        { only: 'after 2 searches' },
      ),
    ],
  },
  {
    text: 'Home: popular-search buttons iPhone 15, Nike Shoes, Gaming Laptop, Coffee Machine, Smart Watch',
    alterations: (
      [
        ['iPhone 15', `'«iPhone 15→iPhone 14»', 'Nike`],
        ['Nike Shoes', `'«Nike Shoes→Boots»'`],
        ['Gaming Laptop', `'«Gaming Laptop→Tablet»'`],
        ['Coffee Machine', `'Gaming Laptop', '«Coffee Machine→Tea Pot»'`],
        ['Smart Watch', `'Coffee Machine', '«Smart Watch→Sundial»'`],
      ] as const
    ).map(([query, change]) =>
      fixedTexts('has the popular search %s', TEXTS, change, { only: `search ${query}` }),
    ),
  },
  {
    text: 'Home: retailer list, testimonials, newsletter form',
    alterations: [
      home(
        'the shops named are those that are read now',
        'site/client/home/shops.ts',
        `'GET', '/«retailers→retailer»'`,
        { mentions: 'Harbour Appliances' },
      ),
      fixedTexts(
        'has a place for shops and a form for the newsletter',
        'site/components/home/Retailers.astro',
        '<h3>«Shops→Stores» we compare</h3>',
        { mentions: 'Shops we compare' },
      ),
      fixedTexts(
        'has a place for shops and a form for the newsletter',
        'site/components/home/Newsletter.astro',
        '>«Subscribe→Join»</button>',
      ),
      fixedTexts('has the sample of %s', TEXTS, `name: '«Sarah→Sally»'`, { only: 'Sarah' }),
      fixedTexts('has the sample of %s', TEXTS, `city: '«Melbourne→Hobart»'`, { only: 'James' }),
      fixedTexts('has the sample of %s', TEXTS, `name: '«Priya→Petra»'`, { only: 'Priya' }),
    ],
  },
  {
    text: 'Home: submitting an empty or blank query does nothing',
    alterations: [
      home(
        'an empty or blank search does nothing',
        'site/client/home/limit.ts',
        `('[data-search-input]').value«.trim()→»`,
        { mentions: '/search?q=' },
      ),
    ],
  },
  {
    text: 'Results: sticky search form',
    alterations: [
      searchStates(
        'stays in view while the list is read',
        'site/styles/search.css',
        '.search-bar { position: «sticky→static»;',
        { mentions: 'where the form is' },
      ),
    ],
  },
  {
    text: 'Results: loading panel',
    alterations: [
      searchStates(
        'waits while a search is under way',
        SEARCH_PANELS,
        '>«Asking→Calling» the shops for “{query}”…<',
      ),
    ],
  },
  {
    text: 'Results: error panel titled Search Error with Try Again',
    alterations: [
      searchStates(
        'when %s, and Try Again tries again',
        SEARCH_PANELS,
        '<Icon name="alert" /> «Search Error→Oh no»',
        { only: 'the server says no' },
      ),
      searchStates(
        'when %s, and Try Again tries again',
        SEARCH_PANELS,
        '<Icon name="refresh" /> «Try Again→Once more»',
        { only: 'nobody answers' },
      ),
    ],
  },
  {
    text: 'Results: notice that prices are estimates',
    alterations: [
      searchResults(
        'says how many prices there are, and the best in four tiles',
        RESULTS,
        'Prices are «estimates→figures» read from',
      ),
    ],
  },
  {
    text: 'Results: price-alert panel, toggled open or closed',
    alterations: [
      searchActions(
        'opens and closes; a guest is asked to sign in',
        'site/islands/search/AlertPanel.tsx',
        'setOpen(«!isOpen→true»)',
        { mentions: 'Target price in dollars' },
      ),
    ],
  },
  {
    text: 'Results: summary tiles',
    alterations: (
      ['Best price', 'Average price', 'You could save', 'Prices compared'] as const
    ).map((label) =>
      searchResults(
        'says how many prices there are, and the best in four tiles',
        'site/islands/search/SummaryTiles.tsx',
        `label: '«${label}→Figure»'`,
      ),
    ),
  },
  {
    text: 'Results: Quick Compare table of the top 5; top-pick card',
    alterations: [
      searchResults(
        'Quick Compare has the five best by AI score',
        'site/islands/search/QuickCompare.tsx',
        '<h2 id="compare-title">«Quick Compare→At a glance»</h2>',
      ),
      searchResults(
        'the top pick and each offer carry a score with its band, shop and trust',
        'site/islands/search/TopPick.tsx',
        '>«Top pick→Winner»<',
      ),
    ],
  },
  {
    text: 'Results: share buttons (WhatsApp, Facebook, Twitter, copy)',
    alterations: [
      searchActions(
        '%s gets count, best price and saving',
        'site/islands/search/ShareButtons.tsx',
        `{ name: '«WhatsApp→Whats»'`,
        { only: 'WhatsApp', mentions: 'WhatsApp' },
      ),
      searchActions(
        '%s gets count, best price and saving',
        'site/islands/search/ShareButtons.tsx',
        `name: '«Facebook→Face»'`,
        { only: 'Facebook', mentions: 'Facebook' },
      ),
      searchActions(
        '%s gets count, best price and saving',
        'site/islands/search/ShareButtons.tsx',
        `name: '«Twitter→Bird»'`,
        { only: 'Twitter', mentions: 'Twitter' },
      ),
      searchActions(
        'copy puts text and link on the clipboard',
        'site/islands/search/ShareButtons.tsx',
        `'Copied' : '«Copy link→Copy»'`,
      ),
    ],
  },
  {
    text: 'Results: retailer chips (6, then ‘+N more’)',
    alterations: [
      searchResults(
        'six shops as chips, then +2 more',
        'site/islands/search/RetailerChips.tsx',
        '+{more} «more→others»',
        { mentions: '+2 more' },
      ),
    ],
  },
  {
    text: 'Results: all-options list with sort and filters',
    alterations: [
      searchFilters(
        'names its parts: sort by score, price, trust and saving; sales, price range, rating, retailers',
        RESULTS,
        '<h2 id="options-title" tabIndex={-1}> «All options→The list» </h2>',
      ),
      ...(
        [
          `aiScore: '«AI score→Score»'`,
          `price: '«Price, lowest first→Cheap»'`,
          `trust: '«Retailer trust→Honest»'`,
          `savings: '«Biggest saving→Bargain»'`,
          '«Only sales→Reduced»',
          '<legend className="field-label">«Price range→Span»</legend>',
          '>«Rating→Stars»</label>',
          '<legend className="field-label">«Retailers→Stores»</legend>',
        ] as const
      ).map((change) =>
        searchFilters(
          'names its parts: sort by score, price, trust and saving; sales, price range, rating, retailers',
          FILTERS,
          change,
        ),
      ),
    ],
  },
  {
    text: 'Results: related-searches block',
    alterations: [
      searchResults(
        'related searches lead on',
        'site/islands/search/Results.tsx',
        'title="«Related→Further» searches"',
        { mentions: 'Related searches' },
      ),
    ],
  },
  {
    text: 'Results: no-results state and trust block',
    alterations: [
      searchResults(
        'says why it can be believed',
        'site/islands/search/TrustBlock.tsx',
        'aria-label="Why you can «trust→read» these results"',
      ),
    ],
  },
  {
    text: 'Results: a success banner with the result count and best price and retailer, marked Demo Mode',
    alterations: (
      [
        [SEARCH_PANELS, '«Found→Saw» {count}'],
        [SEARCH_PANELS, '` «Best→Least»: ${best}.`'],
        [SEARCH_PANELS, '<strong> «Demo Mode→Trial»</strong>'],
        [RESULTS, '`${audText(best.currentPrice)} «at→by» ${best.retailer.name}`'],
      ] as const
    ).map(([file, change]) =>
      searchResults(
        'is announced for 5 seconds, with the best price, the shop and Demo Mode',
        file,
        change,
        { mentions: 'Found 4 prices.' },
      ),
    ),
  },
  {
    text: 'Results: the top pick and the list show AI score with a band label',
    alterations: [
      searchResults(
        'the top pick and each offer carry a score with its band, shop and trust',
        'site/islands/search/offer-parts.tsx',
        'AI {score10.toFixed(1)} · {«label→colour»}',
        { mentions: 'Excellent' },
      ),
    ],
  },
  {
    text: 'Results: each product has a favourite toggle; favourite status is checked in batch',
    alterations: [
      searchActions(
        'an account saves, finds the heart again after a reload, and takes it back',
        'site/client/calls/favorites.ts',
        `'POST', '/favorites/«check-batch→check»', { productUrls }`,
        { alone: true },
      ),
    ],
  },
  {
    text: 'Smart Search: error state titled ‘Oops! Something went wrong’ with Try Again',
    alterations: [
      smartSearch(
        'when %s, and Try Again asks again',
        'site/islands/smart/SmartScreen.tsx',
        'title="«Oops!→Sorry.» Something went wrong"',
        { only: 'the server says no' },
      ),
      smartSearch(
        'when %s, and Try Again asks again',
        'site/islands/shared/panels.tsx',
        '<Icon name="refresh" /> «Try Again→Once more»',
        { only: 'nobody answers', alone: true },
      ),
    ],
  },
  {
    text: 'Smart Search: loading state',
    alterations: [
      smartSearch(
        'waits, then gives its whole advice',
        'site/islands/smart/SmartScreen.tsx',
        '>«Weighing up→Pondering» “{query}”…<',
      ),
    ],
  },
  {
    text: 'Smart Search: summary, price range with note, top picks with reason, key features and user sentiment, buying tips, reasoning, disclaimer, data source',
    alterations: (
      [
        [SMART, '{advice.«summary→reasoning»}</p>', 'A compact machine with automatic milk'],
        [SMART, 'plainText(priceRange.«min→max»)} –', '$249.00 – $899.00'],
        [SMART, '{priceRange.«note→min»}</p>', 'Seen at eight shops this week.'],
        [SMART, 'title="Buying tips" items={advice.«buyingTips→reasoning»}', 'Descale it'],
        [SMART, 'title="Why we say so" items={advice.«reasoning→buyingTips»}', 'Cheapest of the'],
        [SMART, '{answer.«disclaimer→dataSource»}</p>', 'Prices change; check the shop.'],
        [SMART, 'Based on: {answer.«dataSource→disclaimer»}', 'Offers seen by our crawler'],
        ['site/islands/smart/TopPicks.tsx', '{pick.«reason→name»}</p>', 'Heats in three seconds.'],
        [
          'site/islands/smart/TopPicks.tsx',
          '<li key={feature}>{«feature→pick.name»}<',
          'Automatic milk',
        ],
        ['site/islands/smart/TopPicks.tsx', 'say: {pick.«userSentiment→name»}', 'Owners like the'],
      ] as const
    ).map(([file, change, mentions]) =>
      smartSearch('waits, then gives its whole advice', file, change, { mentions }),
    ),
  },
  {
    text: 'Smart Search: retailer links with trust score, description, strengths and search URL',
    alterations: (
      [
        ['Trust {shop.trustScore.toFixed(1)}«/10→»', 'Trust 9.1/10'],
        ['<p>{shop.«description→name»}</p>', 'Appliances, delivered.'],
        ['<li key={strength}>{«strength→shop.name»}<', 'Wide range'],
        ['href={shop.«searchUrl→name»}', 'Search there'],
      ] as const
    ).map(([change, mentions]) =>
      smartSearch(
        'waits, then gives its whole advice',
        'site/islands/smart/RetailerLinks.tsx',
        change,
        { mentions },
      ),
    ),
  },
  {
    text: 'Smart Search: yes/no feedback with a thank-you (logged)',
    alterations: [
      smartSearch(
        'thanks for yes or no, for 3 seconds',
        'site/islands/smart/HelpfulQuestion.tsx',
        '«Thank you→Cheers» for your feedback.',
      ),
      smartSearch(
        'thanks for yes or no, for 3 seconds',
        'site/islands/smart/HelpfulQuestion.tsx',
        '<Icon name="thumb-up" /> «Yes→Sure»',
        { mentions: "'Yes'" },
      ),
      smartSearch(
        'thanks for yes or no, for 3 seconds',
        'site/islands/smart/HelpfulQuestion.tsx',
        '<Icon name="thumb-down" /> «No→Nah»',
        { mentions: "'No'" },
      ),
      smartSearch(
        'thanks for yes or no, for 3 seconds',
        'site/islands/smart/HelpfulQuestion.tsx',
        `query, isHelpful ? '«yes→ja»' : 'no'`,
        { mentions: '[feedback] Coffee Machine yes' },
      ),
    ],
  },
  {
    text: 'Smart Search: suggestions iPhone 15 Pro, Coffee Machine, Laptop, Running Shoes, Smart Watch',
    alterations: [
      smartSearch('suggests five things at first', TEXTS, `'«iPhone 15 Pro→iPhone»'`),
      smartSearch(
        'suggests five things at first',
        TEXTS,
        `'iPhone 15 Pro', '«Coffee Machine→Tea Pot»'`,
      ),
      smartSearch('suggests five things at first', TEXTS, `'«Laptop→Tablet»', 'Running`),
      smartSearch('suggests five things at first', TEXTS, `'Laptop', '«Running Shoes→Boots»'`),
      smartSearch(
        'suggests five things at first',
        TEXTS,
        `'Running Shoes', '«Smart Watch→Sundial»',\n] as const;`,
      ),
    ],
  },
  {
    text: 'Product: loads the product and similar products in parallel; structured product and breadcrumb data',
    alterations: [
      product(
        'asks for the product and those like it at the same time',
        'site/islands/product/ProductScreen.tsx',
        'useCall(() => «similarProducts(id)→Promise.resolve([])», id)',
        { mentions: 'calls for like products' },
      ),
      product(
        'shows like products, each leading to its page',
        'site/islands/product/SimilarProducts.tsx',
        '>«Similar→Other» products</h2>',
        { mentions: 'Similar products' },
      ),
      product(
        'gives search engines product and breadcrumb, the price valid for 7 days',
        'site/islands/product/use-product-data.ts',
        `'@type': '«BreadcrumbList→ItemList»'`,
        { mentions: 'a breadcrumb list' },
      ),
    ],
  },
  {
    text: 'Product: back link to search results',
    alterations: [
      product(
        'leads back to the search it was opened from',
        'site/islands/product/ProductScreen.tsx',
        '← «Back to search results→Return»',
        { mentions: 'Back to search results' },
      ),
      product(
        'leads back to the search it was opened from',
        'site/islands/product/ProductScreen.tsx',
        'setBackTo(from.pathname« + from.search→»)',
        { mentions: 'instead of /search?q=bambino' },
      ),
    ],
  },
  {
    text: 'Product: AI score badge; discount percent badge when on sale; struck-through original price when higher',
    alterations: [
      product(
        'shows its best offer, its score, its shops and its parts',
        PRODUCT_HEAD,
        '«AI score→Score» {Math.round(',
        { mentions: 'AI score' },
      ),
      product(
        'on sale shows the percent off and the old price struck through',
        PRODUCT_HEAD,
        '−{product.«discountPercentage→currentPrice»}%',
        { mentions: '−24%' },
      ),
      product(
        'on sale shows the percent off and the old price struck through',
        PRODUCT_HEAD,
        '{plainText(«originalPrice→currentPrice»)} </s>',
        { mentions: '$699.00' },
      ),
    ],
  },
  {
    text: 'Product: availability badge has stock, out of stock, limited stock, pre-order, unknown',
    alterations: (
      ['has stock', 'out of stock', 'limited stock', 'pre-order', 'unknown'] as const
    ).map((text, index) =>
      product(
        'availability %s reads %s',
        PRODUCT_HEAD,
        index === 1 ? `out_of_stock: { text: '«${text}→stocked»'` : `text: '«${text}→stocked»'`,
        { only: `reads ${text}` },
      ),
    ),
  },
  {
    text: 'Product: name, description, star rating with average and count, brand, category; current price',
    alterations: [
      product(
        'shows its best offer, its score, its shops and its parts',
        'site/islands/product/DetailRating.tsx',
        '{average.toFixed(1)} «of 5→stars»',
        { mentions: 'of 5' },
      ),
      product(
        'shows its best offer, its score, its shops and its parts',
        PRODUCT_HEAD,
        '{product.brand && `${product.«brand→name»} · `}',
        { mentions: 'Breville · Coffee' },
      ),
    ],
  },
  {
    text: 'Product: buy link opens the retailer’s page in a new tab; retailer name, trust score out of 10, website link',
    alterations: [
      product(
        'shows its best offer, its score, its shops and its parts',
        PRODUCT_HEAD,
        '«Buy at→Get from» {retailer.name}',
        { mentions: 'Buy at' },
      ),
      product(
        'shows its best offer, its score, its shops and its parts',
        'site/islands/shared/OutboundLink.tsx',
        'target="«_blank→_self»"',
        { alone: true },
      ),
      product(
        'shows its best offer, its score, its shops and its parts',
        PRODUCT_HEAD,
        'Trust {retailer.trustScore.toFixed(1)}«/10→»',
        { mentions: 'Trust 5\\.5\\/10' },
      ),
      product(
        'shows its best offer, its score, its shops and its parts',
        PRODUCT_HEAD,
        '«Website→Shop»',
      ),
    ],
  },
  {
    text: 'Product: favourite toggle; price-alert modal opened from a button',
    alterations: [
      product(
        'can be saved, and enters the view history',
        'site/islands/shared/FavoriteButton.tsx',
        'to «favorites→hearts»`}',
        { mentions: 'to favorites/' },
      ),
      product(
        'the alert button is titled coming soon where the operator says so',
        'site/islands/product/AlertButton.tsx',
        `isSoon ? '«Coming soon→Later»'`,
      ),
      product(
        'starts at 90% of the price and accepts 0 up to the price in cents',
        'site/islands/product/AlertButton.tsx',
        '<Icon name="bell" /> «Alert me→Watch»',
      ),
    ],
  },
  {
    text: 'Product: price chart, 30-day range (also 7d, 90d, 1y)',
    alterations: [
      product(
        'shows its best offer, its score, its shops and its parts',
        'site/islands/product/PriceHistory.tsx',
        '<h2 id="history-title">«Price history→The past»</h2>',
      ),
    ],
  },
  {
    text: 'Product: AI recommendation reasons; AI score breakdown price, quality, popularity',
    alterations: [
      product(
        'gives the reasons of its score',
        PRODUCT_HEAD,
        '<Icon name="spark" /> «Why the score→Reasons»',
      ),
      ...(['Price', 'Quality', 'Popularity'] as const).map((name) =>
        product(
          'shows its best offer, its score, its shops and its parts',
          'site/islands/product/ScoreBreakdown.tsx',
          `{ name: '«${name}→Part»'`,
        ),
      ),
    ],
  },
  {
    text: 'Product: tabs details (default), reviews (author, rating, date, comment; ‘no user reviews yet’), specs (raw JSON)',
    alterations: [
      ...(
        [
          `useState<Tab>('«details→reviews»')`,
          `name: '«Reviews→Opinions»'`,
          '>«no user reviews yet→none»</p>',
          `name: '«Specs→Facts»'`,
          'JSON.stringify(product.«specifications→brand»',
        ] as const
      ).map((change, index) =>
        product(
          'has tabs for details, reviews and specifications',
          'site/islands/product/ProductTabs.tsx',
          change,
          index === 0
            ? { mentions: 'A compact espresso machine' }
            : index === 4
              ? { mentions: 'Pressure' }
              : {},
        ),
      ),
      ...(
        [
          ['<strong>{«author→comment»}</strong>', 'Kim'],
          ['average={«rating→0»}', '4.0 of 5'],
          ['DATE.format(Date.parse(«date→new Date().toISOString()»))', '3 May 2026'],
          ['<p className="measure">{«comment→author»}</p>', 'Great.'],
        ] as const
      ).map(([change, mentions]) =>
        product(
          'shows reviews with author, rating, date and comment',
          'site/islands/product/ProductTabs.tsx',
          change,
          { mentions },
        ),
      ),
    ],
  },
  {
    text: 'Product: missing product shows a ‘product does not exist’ message with a back-to-home link',
    alterations: [
      product(
        'because there is none says that it does not exist',
        'site/islands/product/ProductScreen.tsx',
        '>«Product does not exist→Gone»</h1>',
      ),
      product(
        'because the load failed says so in Chinese, with English and a way home',
        'site/islands/product/ProductScreen.tsx',
        '«Back to home→Leave»',
      ),
    ],
  },
  {
    text: 'Login: sign-in and sign-up toggled in place (toggling clears error and form)',
    alterations: [
      login(
        'toggling clears message and fields',
        'site/islands/account/use-auth-form.ts',
        'setFields(«EMPTY→fields»);',
        { mentions: 'the e-mail that stays' },
      ),
      login(
        'toggling clears message and fields',
        'site/islands/account/use-auth-form.ts',
        'const clear = () => { setMessage(«null→message»);',
        { mentions: 'Invalid email or password.' },
      ),
      login(
        'toggling clears message and fields',
        'site/islands/account/LoginScreen.tsx',
        `'Sign in' : '«Create a free account→Join»'`,
      ),
    ],
  },
  {
    text: 'Login: two social sign-in buttons, forgot-password link, OAuth failure message',
    alterations: [
      login(
        'a failed social sign-in is told, and both providers are offered',
        'site/islands/account/SocialButtons.tsx',
        `name: '«Google→Goggle»'`,
      ),
      login(
        'a failed social sign-in is told, and both providers are offered',
        'site/islands/account/SocialButtons.tsx',
        `name: '«Facebook→Face»'`,
      ),
      login(
        'a failed social sign-in is told, and both providers are offered',
        'site/islands/account/SocialButtons.tsx',
        '`/api/auth/«${id}→x${id}»`',
        { mentions: '/api/auth/google' },
      ),
      password(
        'needs an address',
        'site/islands/account/LoginScreen.tsx',
        '«Forgot password?→Lost it?»',
      ),
      login(
        'a failed social sign-in is told, and both providers are offered',
        'site/islands/account/use-auth-form.ts',
        `query.has('«error→fault»')`,
        { mentions: 'OAuth login failed.' },
      ),
    ],
  },
  {
    text: 'Login: a redirect parameter returns to the search afterwards',
    alterations: [
      login(
        'with redirect=%s ends at %s',
        'site/islands/account/use-auth-form.ts',
        `query.get('«redirect→return»')`,
        { only: 'ends at /favorites', mentions: 'instead of /favorites' },
      ),
    ],
  },
  {
    text: 'Reset password: two password fields each with show/hide',
    alterations: [
      password(
        'each field can be shown and hidden',
        'site/islands/account/PasswordField.tsx',
        ': `«Show→See» ${label.toLowerCase()}`',
      ),
      password(
        'each field can be shown and hidden',
        'site/islands/account/PasswordField.tsx',
        `isShown ? '«text→password»' : 'password'`,
        { mentions: `to be 'text'` },
      ),
      password(
        'each field can be shown and hidden',
        'site/islands/account/ResetScreen.tsx',
        'label="«Confirm→Repeat» password"',
      ),
    ],
  },
  {
    text: 'Reset password: a tips panel (link expires in 1 hour), then a success screen',
    alterations: [
      password(
        'checks length and confirmation, and tells the rules',
        'site/islands/account/ResetScreen.tsx',
        'This link «expires in 1 hour→ends soon»',
      ),
      password(
        'with the link of the mail sets a new password and leads to sign-in after 2 s',
        'site/islands/account/ResetScreen.tsx',
        '>«Password changed→Fine»</h1>',
      ),
    ],
  },
  {
    text: 'Recommendations: three tabs Personalized, Hot Picks, Best Deals',
    alterations: (['Personalized', 'Hot Picks', 'Best Deals'] as const).map((name) =>
      recommendations(
        'has three tabs, each with its call, reasons only on the first',
        PICKS,
        `name: '«${name}→Tab»'`,
      ),
    ),
  },
  {
    text: 'Recommendations: category dropdown (‘All Categories’) and Clear Filters',
    alterations: [
      recommendations(
        'narrows by category, and Clear Filters takes that back',
        PICKS,
        '>«All Categories→Any»</option>',
      ),
      recommendations(
        'narrows by category, and Clear Filters takes that back',
        PICKS,
        '«Clear Filters→Reset»',
      ),
    ],
  },
  {
    text: 'Recommendations: summary tiles count, average price, average rating of the listed products',
    alterations: (['Recommendations', 'Average price', 'Average rating'] as const).map((label) =>
      recommendations(
        'averages price and rating of what it lists',
        'site/islands/recommendations/RecommendationTiles.tsx',
        `label: '«${label}→Figure»'`,
      ),
    ),
  },
  {
    text: 'Recommendations: product cards with AI score and trust score colour bands',
    alterations: (
      [
        ['AI {Math.round(aiScore.overall)}/«100→10»', 'AI 80/100'],
        ['Trust {retailer.trustScore.toFixed(1)}/«10→5»', 'Trust 8.0/10'],
        ['tone-${«recommendationScoreBand(aiScore.overall)→"grey"»}', 'tone-green'],
        ['tone-${«trustBand(retailer.trustScore)→"grey"»}', 'tone-green'],
      ] as const
    ).map(([change, mentions]) =>
      recommendations(
        'colours scores by their bands',
        'site/islands/recommendations/RecommendationCard.tsx',
        change,
        { mentions },
      ),
    ),
  },
  {
    text: 'Recommendations: the first reason appears only on the personalized tab; explainer',
    alterations: [
      recommendations(
        'has three tabs, each with its call, reasons only on the first',
        PICKS,
        `showReason={kind «===→!==» 'personalized'}`,
        { alone: true },
      ),
      recommendations(
        'explains itself, and a card leads to its product',
        'site/islands/recommendations/HowItWorks.tsx',
        '>«How recommendations work→Explained»</h2>',
      ),
    ],
  },
  {
    text: 'Recommendations: loading; error with Try Again; empty with a Start Searching link',
    alterations: [
      recommendations(
        'waits in the shape of what comes',
        PICKS,
        '<CardSkeletons count={«6→5»} />',
        {
          mentions: 'shapes of cards',
        },
      ),
      recommendations('with nothing to recommend leads to a search', PICKS, '«Start Searching→Go»'),
    ],
  },
  {
    text: 'Profile: header card with name, email, logout; ‘Member since 2024’ and ‘Email verified’',
    alterations: [
      profile(
        'shows who is signed in, four tabs, and Logout',
        TEXTS,
        `'Member since «2024→2023»'`,
        {
          mentions: 'Member since 2024',
        },
      ),
      profile('shows who is signed in, four tabs, and Logout', TEXTS, `'«Email verified→Fine»'`),
      profile(
        'shows who is signed in, four tabs, and Logout',
        PROFILE,
        '<Icon name="logout" /> «Logout→Leave»',
      ),
      profile(
        'shows who is signed in, four tabs, and Logout',
        PROFILE,
        '<p className="muted">{user.«email→name»}</p>',
        { mentions: '@example.com' },
      ),
    ],
  },
  {
    text: 'Profile: tabs Profile Settings, Search History, View History, Favorites',
    alterations: (['Profile Settings', 'Search History', 'View History', 'Favorites'] as const).map(
      (name) =>
        profile('shows who is signed in, four tabs, and Logout', PROFILE, `name: '«${name}→Tab»'`),
    ),
  },
  {
    text: 'Profile Settings: name, email, optional current/new/confirm password',
    alterations: (['Current password', 'New password', 'Confirm new password'] as const).map(
      (label) =>
        profile(
          'a new password works from then on',
          'site/islands/profile/ProfileForm.tsx',
          `label="«${label}→Secret»"`,
        ),
    ),
  },
  {
    text: 'Search History rows: query, timestamp, results count, re-run link, delete one, clear all',
    alterations: (
      [
        ["{entry.resultsCount}{' '} «results→hits»", 'results'],
        ['href={searchPath(«entry.query→entry.id»)}> <Icon', '/search?q='],
        ['aria-label={`«Delete→Drop» the search', 'Delete the search'],
      ] as const
    ).map(([change, mentions]) =>
      profile(
        'searches: run again, delete one, clear all',
        'site/islands/profile/SearchHistoryList.tsx',
        change,
        { mentions },
      ),
    ),
  },
  {
    text: 'View History cards: image, product name, retailer, price, date, outbound link, delete one, clear all',
    alterations: [
      profile(
        'views: picture, shop, price, when, a link out; delete and clear',
        'site/islands/profile/ProductEntries.tsx',
        `verb: '«Viewed→Seen»'`,
      ),
      profile(
        'views: picture, shop, price, when, a link out; delete and clear',
        'site/islands/profile/ProductEntries.tsx',
        `removeLabel: '«Delete→Drop» the view of'`,
      ),
      profile(
        'views: picture, shop, price, when, a link out; delete and clear',
        'site/islands/profile/EntryList.tsx',
        '}} > «Clear all→Empty» </button>',
      ),
    ],
  },
  {
    text: 'Favorites cards: image, name, retailer, price, added date, outbound link, remove',
    alterations: [
      profile(
        'favorites: remove one',
        'site/islands/profile/ProductEntries.tsx',
        `verb: '«Added→Kept»'`,
      ),
      profile(
        'favorites: remove one',
        'site/islands/profile/ProductEntries.tsx',
        `removeLabel: '«Remove→Drop»'`,
      ),
    ],
  },
  {
    text: 'Favorites: needs a stored token, else redirect to /login (a 401 of its call too)',
    alterations: [
      favorites(
        'a 401 ends the session and leads to sign-in',
        FAVORITES,
        'if («!isSignedOut(fault)→true») return;',
        { mentions: 'instead of /login' },
      ),
    ],
  },
  {
    text: 'Favorites: stats tiles (total, price drops, purchased)',
    alterations: (['Saved', 'Price drops', 'Purchased'] as const).map((label) =>
      favorites('counts all, dropped and purchased', FAVORITES, `label: '«${label}→Figure»'`),
    ),
  },
  {
    text: 'Favorites: cards with snapshot image, name, rating, retailer, category, saved-ago text, current price versus price when saved',
    alterations: (
      [
        ['<p className="muted small">«Saved→Kept» {savedTimeAgo', 'Saved 3 days ago'],
        ['<span className="price">{audText(product.«currentPrice→priceAtFavorite»)}', '$1,189.00'],
        ['{audText(product.«priceAtFavorite→currentPrice»)}</span> </p> {change', '$1,486.25'],
        ['{product.«retailer.name→category»} · ', 'Outback Discounts'],
      ] as const
    ).map(([change, mentions]) =>
      favorites(
        'asks for the newest 50 and shows each with its price now and when saved',
        FAVORITE_CARD,
        change,
        { mentions },
      ),
    ),
  },
  {
    text: 'Favorites: ‘Price dropped x%’ (green) or ‘Price increased +x%’ (red)',
    alterations: [
      favorites(
        'asks for the newest 50 and shows each with its price now and when saved',
        FAVORITE_CARD,
        `tone-\${percent < 0 ? '«green→grey»' : 'red'}`,
        { mentions: 'tone-green' },
      ),
      favorites(
        'asks for the newest 50 and shows each with its price now and when saved',
        FAVORITE_CARD,
        `tone-\${percent < 0 ? 'green' : '«red→blue»'}`,
        { mentions: 'tone-red' },
      ),
    ],
  },
  {
    text: 'Favorites: price-alert button disabled, titled coming soon (with FEATURES_COMING_SOON)',
    alterations: [
      favorites(
        'sets a price alert, or shows it as coming soon where the operator says so',
        'site/islands/favorites/FavoriteAlertButton.tsx',
        `isSoon ? '«Coming soon→Later»'`,
      ),
    ],
  },
  {
    text: 'Favorites: loading; error with retry; empty with a Start Shopping link to /search',
    alterations: [
      favorites('without any leads to the search', FAVORITES, '«Start Shopping→Go»'),
      favorites(
        'without any leads to the search',
        FAVORITES,
        'className="button primary" href="/«search→»"',
        { mentions: 'instead of /search' },
      ),
    ],
  },
  {
    text: 'Trending: timeframe buttons last 24 hours, 7 days, 30 days',
    alterations: (['Last 24 hours', '7 days', '30 days'] as const).map((name) =>
      trending(
        'shows 7 days at first and loads anew for another time, 20 rows at most',
        TRENDING,
        `: '«${name}→A while»'`,
      ),
    ),
  },
  {
    text: 'Trending: medal icons and a HOT tag for the top 3, search count, unique users, average results (only when above 0), last-searched time, score',
    alterations: (
      [
        ['<Icon name="«medal→tag»" />', 'drawings'],
        ['<Icon name="flame" /> «HOT→TOP»', 'HOT'],
        [`toLocaleString('en-AU')} «searches→times» ·`, '1,240 searches'],
        [`toLocaleString('en-AU')} «users→people»`, '620 users'],
        ['«results→hits» on average', '18 results on average'],
        ['row.avgResults «> 0→>= 0»', '415 users · 2 hours ago'],
        ['row.trendingScore.toFixed(«1→2»)', '124.0 score'],
      ] as const
    ).map(([change, mentions]) =>
      trending('ranks what is searched, the first three HOT', TRENDING, change, { mentions }),
    ),
  },
  {
    text: 'Trending: a topic icon guessed from query keywords',
    alterations: (
      [
        'phone',
        'laptop',
        'shoe',
        'watch',
        'coffee',
        'tv',
        'game',
        'book',
        'home',
        'basket',
      ] as const
    ).map((icon) =>
      topicIcon(
        'draws a $icon for “$query”',
        'site/islands/trending/topic-icon.ts',
        `/, '«${icon}→tag»']`,
        { only: `draws a ${icon} `, mentions: `'${icon}'` },
      ),
    ),
  },
  {
    text: 'Trending: clicking a row goes to /search?q={query}',
    alterations: [
      trending('a row leads to its search', TRENDING, '<a href={searchPath(row.query«→ + 1»)}>', {
        mentions: '4 prices for “iphone 15”',
      }),
    ],
  },
  {
    text: 'Trending: empty state',
    alterations: [
      trending('says when nothing is', TRENDING, 'title="«Nothing trending yet→Quiet»"'),
    ],
  },
  {
    text: 'About; FAQ: 18 questions in categories General, How It Works, Shopping, Account & Privacy, Technical, Features',
    alterations: [
      fixedTexts('About says: %s', 'site/content/legal/about.md', 'founded in «2024→2023»', {
        only: 'founded',
        mentions: 'founded in 2024',
      }),
      fixedTexts('About says: %s', 'site/content/legal/about.md', 'The service is «free→cheap».', {
        only: 'The service',
        mentions: 'The service is free.',
      }),
      fixedTexts(
        'has %s with %i questions',
        'site/pages/faq.astro',
        '>{«category→category.toUpperCase()»}</h2>',
        { alone: true },
      ),
      everyPage(
        '18 questions in 6 categories, one answer open at a time',
        'site/pages/faq.astro',
        '.filter(({ data }) => data.category === «category→category && data.order > 1»)',
        { mentions: 'expected 17 to be 18' },
      ),
    ],
  },
  {
    text: 'FAQ: accordion opening one at a time',
    alterations: [
      everyPage(
        '18 questions in 6 categories, one answer open at a time',
        'site/pages/faq.astro',
        '<details name=«"faq"→{id}»',
        { mentions: 'expected 2 to be 1' },
      ),
    ],
  },
  {
    text: 'Lazy image: loads 50 px before entering view; ‘Image unavailable’ on failure',
    alterations: [
      pictures(
        'load 50 px before they enter the view, not earlier',
        'site/islands/shared/LazyImage.tsx',
        `MARGIN = '«50px→0px»'`,
        { mentions: 'pictures 40 px below the view' },
      ),
      pictures(
        'load 50 px before they enter the view, not earlier',
        'site/islands/shared/LazyImage.tsx',
        `MARGIN = '«50px→200px»'`,
        { mentions: 'pictures 80 px below the view' },
      ),
      pictures(
        'that do not come say Image unavailable',
        'site/islands/shared/LazyImage.tsx',
        '>«Image unavailable→No picture»</span>',
      ),
    ],
  },
];
