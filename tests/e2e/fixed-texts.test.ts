/*
 * Fixed texts of the prebuilt pages (spec §1, §2, §9), read from their HTML: one case per text, so that a failure names it.
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { SITE } from '../support/shopper-test.ts';

async function read(path: string) {
  const response = await fetch(SITE + path);
  return load(await response.text());
}

/** What a reader sees of an element: one space between words. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('the header', () => {
  test.for([
    ['Home', '/', 'always'],
    ['Smart Search', '/smart-search', 'always'],
    ['Trending', '/trending', 'always'],
    ['About', '/about', 'always'],
    ['FAQ', '/faq', 'always'],
    ['Sign In', '/login', 'signed-out'],
    ['AI Picks', '/recommendations', 'signed-in'],
    ['Favorites', '/favorites', 'signed-in'],
    ['Profile', '/profile', 'signed-in'],
  ] as const)('links %s to %s, %s', async ([text, href, when]) => {
    const $ = await read('/about');
    const links = $('header nav a').toArray();
    const found = links.map((link) => {
      const name = $(link).closest('li').attr('class') ?? 'always';
      return `${plain($(link).text())} ${$(link).attr('href')} ${name}`;
    });
    expect(found).toContain(`${text} ${href} ${when}`);
  });
});

describe('the footer', () => {
  test.for([
    ['Smart Search', '/smart-search'],
    ['Trending', '/trending'],
    ['About', '/about'],
    ['FAQ', '/faq'],
    ['Help', '/help'],
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
    ['Support', 'mailto:support@priceroo.example'],
    ['Contact us', 'mailto:hello@priceroo.example'],
  ] as const)('links %s to %s', async ([text, href]) => {
    const $ = await read('/about');
    const links = $('footer a').toArray();
    expect(links.map((link) => `${$(link).text()} ${$(link).attr('href')}`)).toContain(
      `${text} ${href}`,
    );
  });
});

describe('the head of a page', () => {
  test.for([
    ['meta[name="description"]', 'content', /\w{3}/],
    ['meta[name="keywords"]', 'content', /price comparison Australia/],
    ['meta[property="og:title"]', 'content', /^About \| Priceroo$/],
    ['meta[property="og:description"]', 'content', /\w{3}/],
    ['meta[property="og:url"]', 'content', /\/about$/],
    ['meta[property="og:image"]', 'content', /\.png$/],
    ['meta[name="twitter:card"]', 'content', /^summary_large_image$/],
    ['meta[name="twitter:title"]', 'content', /^About \| Priceroo$/],
    ['link[rel="canonical"]', 'href', /\/about$/],
    ['link[hreflang="en-AU"]', 'href', /\/about$/],
  ] as const)('has %s', async ([selector, attribute, pattern]) => {
    const $ = await read('/about');
    expect($(selector).attr(attribute) ?? '').toMatch(pattern);
  });

  test.for([
    ['/', 'WebSite'],
    ['/faq', 'FAQPage'],
  ] as const)('has structured data: %s a %s', async ([path, type]) => {
    const $ = await read(path);
    const scripts = $('script[type="application/ld+json"]').toArray();
    expect(scripts.map((script) => JSON.parse($(script).text())['@type'])).toContain(type);
  });

  test('has a title of its own, or the default one of Australian retailers', async () => {
    expect((await read('/about'))('title').text()).toBe('About | Priceroo');
    expect((await read('/'))('title').text()).toBe(
      'Priceroo – Compare prices across 50+ Australian retailers',
    );
  });
});

describe('the home page', () => {
  test.for(['iPhone 15', 'Nike Shoes', 'Gaming Laptop', 'Coffee Machine', 'Smart Watch'] as const)(
    'has the popular search %s',
    async (query) => {
      const $ = await read('/');
      const link = $(`main a[href="/search?q=${encodeURIComponent(query)}"]`);
      expect(link.text() || `no ${query}`).toBe(query);
    },
  );

  test.for(['Sarah M., Sydney', 'James T., Melbourne', 'Priya K., Brisbane'] as const)(
    'has the sample of %s',
    async (author) => {
      const $ = await read('/');
      const captions = $('main li figcaption').toArray();
      expect(captions.map((caption) => plain($(caption).text()))).toContain(`${author} (sample)`);
    },
  );

  test.for(['50+ retailers compared', '50,000+ shoppers', '10,000+ searches today'] as const)(
    'claims %s',
    async (claim) => {
      const $ = await read('/');
      const figures = $('main dl > div').toArray();
      expect(
        figures.map((part) => `${$(part).find('dd').text()} ${$(part).find('dt').text()}`),
      ).toContain(claim);
    },
  );

  test('promises a saving and offers Smart Search', async () => {
    const $ = await read('/');
    const text = plain($('main').text());
    expect(text).toContain('Ten minutes of looking can pay for a week of groceries.');
    expect(text).toContain('Not sure what to buy? Try Smart Search');
    expect($('main a[href="/smart-search"]').text()).toContain('Try Smart Search');
  });

  test.for(['/categories', '/categories/phones', '/deals', '/retailers', '/status'] as const)(
    'leads to %s',
    async (path) => {
      const $ = await read('/');
      expect($(`a[href="${path}"]`).length).toBeGreaterThan(0);
    },
  );

  test('has a place for shops and a form for the newsletter', async () => {
    const $ = await read('/');
    expect(plain($('main h3').text())).toContain('Shops we compare');
    expect($('[data-newsletter] button').text()).toBe('Subscribe');
  });

  test.for([
    '50+ Australian Retailers',
    'Every 2 hours Real-Time Price Updates',
    '50,000+ Active Users',
    'No hidden ranking 100% Transparent',
  ] as const)('ends with the claim %s', async (claim) => {
    const $ = await read('/');
    const claims = $('footer .claims li').toArray();
    expect(
      claims.map((item) =>
        plain(
          $(item)
            .children()
            .toArray()
            .map((part) => $(part).text())
            .join(' '),
        ),
      ),
    ).toContain(claim);
  });
});

describe('the banner', () => {
  test.for(['50 retailers', '50,000+ users', '10,000+ searches today'] as const)(
    'claims %s',
    async (claim) => {
      const $ = await read('/about');
      const parts = $('aside span').toArray();
      expect(parts.map((part) => plain($(part).text()))).toContain(claim);
    },
  );
});

describe('the FAQ', () => {
  test.for([
    ['General', 3],
    ['How It Works', 4],
    ['Shopping', 4],
    ['Account & Privacy', 3],
    ['Technical', 2],
    ['Features', 2],
  ] as const)('has %s with %i questions', async ([category, count]) => {
    const $ = await read('/faq');
    const sections = $('main section').toArray();
    const counts = sections.map(
      (section) => `${$(section).find('h2').text()}: ${$(section).find('details').length}`,
    );
    expect(counts).toContain(`${category}: ${count}`);
  });

  test.for([
    'Account data is deleted within 30 days of account deletion.',
    'Side-by-side comparison of different products is coming soon.',
    'Deeper analysis is coming soon.',
    'Anyone can make 3 searches without an account',
    'Usually every 2 hours',
  ] as const)('says: %s', async (text) => {
    const $ = await read('/faq');
    expect(plain($('main').text())).toContain(text);
  });
});

test.for(['A free service, founded in 2024', 'The service is free.'] as const)(
  'About says: %s',
  async (text) => {
    const $ = await read('/about');
    expect(plain($('main').text())).toContain(text);
  },
);

test('the footer names the year 2025', async () => {
  const $ = await read('/faq');
  expect(plain($('footer').text())).toContain('© 2025 Priceroo');
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
