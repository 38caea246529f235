/*
 * Fixed texts of the prebuilt pages (spec §1, §2, §9), read from their HTML.
 */
import { type CheerioAPI, load } from 'cheerio';
import { expect, test } from 'vitest';
import { SITE } from '../support/shopper-test.ts';

async function read(path: string): Promise<CheerioAPI> {
  return load(await (await fetch(SITE + path)).text());
}

/** What a reader sees of an element: one space between words. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
/** The text of each element that `selector` finds. */
const textsOf = ($: CheerioAPI, selector: string) =>
  $(selector)
    .toArray()
    .map((element) => plain($(element).text()));

test('the header links to the pages, to sign-in and to those of account holders', async () => {
  const $ = await read('/about');
  const found = $('header nav a')
    .toArray()
    .map((link) => {
      const shownTo = $(link).closest('li').attr('class') ?? 'always';
      return `${plain($(link).text())} ${$(link).attr('href')} ${shownTo}`;
    });
  expect(found).toEqual(
    expect.arrayContaining([
      'Home / always',
      'Smart Search /smart-search always',
      'Trending /trending always',
      'About /about always',
      'FAQ /faq always',
      'Sign In /login signed-out',
      'AI Picks /recommendations signed-in',
      'Favorites /favorites signed-in',
      'Profile /profile signed-in',
    ]),
  );
});

test('the footer links to the pages, support and contact, and names the year 2025', async () => {
  const $ = await read('/about');
  const found = $('footer a')
    .toArray()
    .map((link) => `${$(link).text()} ${$(link).attr('href')}`);
  expect(found).toEqual(
    expect.arrayContaining([
      'Smart Search /smart-search',
      'Trending /trending',
      'About /about',
      'FAQ /faq',
      'Help /help',
      'Privacy /privacy',
      'Terms /terms',
      'Support mailto:support@priceroo.example',
      'Contact us mailto:hello@priceroo.example',
    ]),
  );
  expect(plain($('footer').text())).toContain('© 2025 Priceroo');
});

// What else the head of a page has: landing-head.test.ts.
test('the head of a page has its own or the default title, keywords, texts to share and a language', async () => {
  const $ = await read('/about');
  expect((await read('/'))('title').text()).toBe(
    'Priceroo – Compare prices across 50+ Australian retailers',
  );
  expect($('title').text()).toBe('About | Priceroo');
  expect($('meta[name="keywords"]').attr('content')).toContain('price comparison Australia');
  expect($('meta[property="og:description"]').attr('content')).toMatch(/\w{3}/);
  expect($('meta[name="twitter:title"]').attr('content')).toBe('About | Priceroo');
  expect($('link[hreflang="en-AU"]').attr('href')).toMatch(/\/about$/);
});

test('the home page has popular searches, samples, claims, a saving, Smart Search, its sections and a newsletter', async () => {
  const $ = await read('/');
  for (const query of ['iPhone 15', 'Nike Shoes', 'Gaming Laptop', 'Coffee Machine', 'Smart Watch'])
    expect($(`main a[href="/search?q=${encodeURIComponent(query)}"]`).text()).toBe(query);
  const authors = ['Sarah M., Sydney', 'James T., Melbourne', 'Priya K., Brisbane'];
  expect(textsOf($, 'main li figcaption')).toEqual(
    expect.arrayContaining(authors.map((author) => `${author} (sample)`)),
  );
  const figures = $('main dl > div')
    .toArray()
    .map((part) => `${$(part).find('dd').text()} ${$(part).find('dt').text()}`);
  expect(figures).toEqual(
    expect.arrayContaining([
      '50+ retailers compared',
      '50,000+ shoppers',
      '10,000+ searches today',
    ]),
  );
  const text = plain($('main').text());
  expect(text).toContain('Ten minutes of looking can pay for a week of groceries.');
  expect(text).toContain('Not sure what to buy? Try Smart Search');
  expect($('main a[href="/smart-search"]').text()).toContain('Try Smart Search');
  for (const path of ['/categories', '/categories/phones', '/deals', '/retailers', '/status'])
    expect($(`a[href="${path}"]`).length, `links to ${path}`).toBeGreaterThan(0);
  expect(plain($('main h3').text())).toContain('Shops we compare');
  expect($('[data-newsletter] button').text()).toBe('Subscribe');
  const claims = $('footer .claims li')
    .toArray()
    .map((item) =>
      $(item)
        .children()
        .toArray()
        .map((part) => $(part).text()),
    );
  expect(claims.map((parts) => plain(parts.join(' ')))).toEqual(
    expect.arrayContaining([
      '50+ Australian Retailers',
      'Every 2 hours Real-Time Price Updates',
      '50,000+ Active Users',
      'No hidden ranking 100% Transparent',
    ]),
  );
});

test('the banner claims retailers, users and searches; About says that the service is free', async () => {
  const $ = await read('/about');
  expect(textsOf($, 'aside span')).toEqual(
    expect.arrayContaining(['50 retailers', '50,000+ users', '10,000+ searches today']),
  );
  const text = plain($('main').text());
  for (const part of ['A free service, founded in 2024', 'The service is free.'])
    expect(text).toContain(part);
});

test('the FAQ has six categories with their questions, and the specified answers', async () => {
  const $ = await read('/faq');
  const counts = $('main section')
    .toArray()
    .map((section) => `${$(section).find('h2').text()}: ${$(section).find('details').length}`);
  expect(counts).toEqual(
    expect.arrayContaining([
      'General: 3',
      'How It Works: 4',
      'Shopping: 4',
      'Account & Privacy: 3',
      'Technical: 2',
      'Features: 2',
    ]),
  );
  const text = plain($('main').text());
  for (const part of [
    'Account data is deleted within 30 days of account deletion.',
    'Side-by-side comparison of different products is coming soon.',
    'Deeper analysis is coming soon.',
    'Anyone can make 3 searches without an account',
    'Usually every 2 hours',
  ])
    expect(text).toContain(part);
});

test('a page for account holders waits with a blank spinner', async () => {
  for (const path of ['/profile', '/favorites', '/recommendations']) {
    const $ = await read(path);
    $('main').find('noscript, script, style, template').remove();
    const text = plain($('main').text());
    expect(text.replaceAll('Loading', ''), `what ${path} says while it waits`).toBe('');
    expect($('main .spinner').length, `spinners of ${path}`).toBeGreaterThan(0);
  }
});
