/*
 * The popup of the browser extension: what other shops ask for the product of the open tab. It reads the tab when it is opened, asks the
 * site's public API, keeps nothing and runs on no page by itself. The build puts the site's address in place of SITE.
 */
const SITE = 'http://localhost:4321';
const TIMEOUT_MS = 10_000;

const answer = document.querySelector('#answer');

/** Runs in the tab: the barcode that the page states, and its main heading. */
function readPage() {
  const stated = document.querySelector('[itemprop^="gtin"]');
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map(({ textContent }) => textContent)
    .join('\n');
  return {
    gtin:
      (stated?.getAttribute('content') ?? stated?.textContent)?.trim() ??
      /"gtin(?:8|12|13|14)?"\s*:\s*"?(\d{8,14})\b/.exec(data)?.[1] ??
      '',
    name: document.querySelector('h1')?.textContent.trim().slice(0, 200) ?? '',
  };
}

/** The `data` of a call. Throws for a failure. */
async function ask(path) {
  const response = await fetch(`${SITE}/api${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()).data;
}

const productOf = (fields) => ask(`/products/of-page?${new URLSearchParams(fields)}`);

/** An element with its text, or its children. */
function element(tag, content, className = '') {
  const made = document.createElement(tag);
  made.append(...[content].flat());
  if (className) made.className = className;
  return made;
}

function link(text, path) {
  const made = element('a', text);
  Object.assign(made, { href: SITE + path, target: '_blank' });
  return made;
}

const AUD = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
const row = (name, price) =>
  element(
    'div',
    [element('dt', name), element('dd', AUD.format(price), 'figures nowrap')],
    'leader',
  );

const VERDICTS = { buy: ['Buy', 'tone-green'], fair: ['Fair', ''], wait: ['Wait', 'tone-red'] };
/** Nobody was charged the former price that the shop claims. */
const isClaimRefused = (offer) =>
  offer?.claim && offer.originalPrice > offer.currentPrice && !offer.isOnSale;
const hostOf = (url) => URL.parse(url)?.host.replace(/^www\./, '');

function showProduct({ id, name, offers, buyVerdict }, url) {
  const buyable = offers.filter(({ canBuy }) => canBuy);
  const best = buyable.toSorted((a, b) => a.currentPrice - b.currentPrice)[0];
  const here = offers.find(({ productUrl }) => hostOf(productUrl) === hostOf(url));
  const prices = element('dl', [
    ...(best ? [row(`Lowest, at ${best.retailer.name}`, best.currentPrice)] : []),
    ...(here && here !== best ? [row(`Here, at ${here.retailer.name}`, here.currentPrice)] : []),
  ]);
  const [word, tone] = VERDICTS[buyVerdict?.word] ?? [];
  answer.replaceChildren(
    element('h1', name),
    best ? prices : element('p', 'No shop that we read sells it now.'),
    ...(best && here === best
      ? [element('p', 'This shop asks the least.', 'toned tone-green')]
      : []),
    ...(word
      ? [element('p', [element('span', word, `stamp ${tone}`), ` ${buyVerdict.text}`])]
      : []),
    ...(isClaimRefused(here) ? [element('p', here.claim.text, 'toned tone-red')] : []),
    link('See every shop', `/products/${id}`),
  );
}

async function compare() {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (!/^https?:/.test(tab?.url ?? '')) {
    answer.replaceChildren(element('p', 'Open a product’s page at a shop, then click again.'));
    return;
  }
  const target = { tabId: tab.id };
  // Some pages, such as the browser's own shop, let no extension read them.
  const read = await chrome.scripting
    .executeScript({ target, func: readPage })
    .catch(() => [{ result: { gtin: '', name: '' } }]);
  const { gtin, name } = read[0].result;
  const shared = { url: tab.url, title: (name || tab.title || '').slice(0, 300) };
  let { productId, words } = await productOf(shared);
  if (!productId && gtin) ({ productId } = await productOf({ text: gtin }));
  if (productId) return showProduct(await ask(`/products/${productId}`), tab.url);
  answer.replaceChildren(
    element('p', 'No product that we know has this page.'),
    ...(words ? [link(`Search for “${words}”`, `/search?q=${encodeURIComponent(words)}`)] : []),
  );
}

compare().catch(() => {
  answer.replaceChildren(
    element(
      'p',
      'The prices could not be read. Check your connection, then click again.',
      'toned tone-red',
    ),
  );
});
