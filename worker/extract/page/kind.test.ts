import { expect, it } from 'vitest';
import { isBlocked, isEmptyShell, isRefusedAnswer } from './kind.ts';

const page = (text: string, head = '') =>
  `<html><head><title>Corella Home</title>${head}</head><body><h1>${text}</h1></body></html>`;

it.each([
  'Verifying you are human. This may take a few seconds.',
  'Something made us think you might be a bot',
  'Press &amp; Hold to confirm that you are a human',
  'Error 1015: you are being rate limited',
  'The requested URL was rejected. Your support ID is 12',
  'This website is not available in your country',
  'You are now in line. Your estimated wait time is 4 minutes.',
  'We’re down for maintenance and back online shortly',
  'The request is blocked.',
  'Please complete the CAPTCHA below to continue',
  'Our website is offline while we upgrade it',
  'Access to this website from your location has been restricted',
  'We noticed unusual traffic coming from your network',
  'It looks like you are using a VPN',
  'Web server is down. Error code 521',
  'This page will reload by itself when it’s your turn',
  'Your browser is not supported. Please update it.',
  'A required part of this site couldn’t load. Please disable any ad blockers.',
  'Your request has been flagged as potentially automated.',
  'Are you over 18? You must be of legal drinking age to enter.',
  'Select your location: Australia, New Zealand',
])('%s: is a wall', (text) => {
  expect(isBlocked(page(text))).toBe(true);
});

it.each([
  'Access Denied: a novel <b>$24.99</b>',
  'Mats <a href="/mat?__cf_chl_tk=ab">Oak mat</a> $12',
  'Kettle, press the lid and hold it to open',
  'This product is not available in your size',
  'Sign up and be the first in line',
  'Ring light SR 1,550 <button class="btn__add-to-cart">Add</button> Verify that you are not a robot',
])('%s: is the shop', (text) => {
  expect(isBlocked(page(text))).toBe(false);
});

it('ignores wall texts on pages with a price or buy button', () => {
  const titled = (body: string) => `<title>Access Denied Sign</title><body>${body}</body>`;
  expect(isBlocked(titled('<h1>Access denied</h1>'))).toBe(true);
  expect(isBlocked(titled('<header>Free over $99</header><h1>Access denied</h1>'))).toBe(true);
  expect(isBlocked(titled('<p>You are a bot.</p><p>$49.95</p>'))).toBe(true);
  expect(isBlocked(titled('<b>$18.50</b><a>Add to cart</a>'))).toBe(false);
  expect(isBlocked(titled('<b>$18</b><b>$24</b><b>$9</b>'))).toBe(false);
  expect(isBlocked(titled('<h1>Access Denied Sign</h1><button>Add to cart</button>'))).toBe(false);
});

const GUARD = '<script src="https://static.queue-it.net/client.js"></script>';

it('ignores a guard’s tags on pages with text or a price', () => {
  expect(isBlocked(page('One moment', GUARD))).toBe(true);
  expect(isBlocked(page('Mug <b>$12.00</b>', GUARD))).toBe(false);
  expect(isBlocked(page('Mug', `${GUARD}<meta itemprop="price" content="12.00">`))).toBe(false);
  expect(isBlocked(page('A mug made by hand, glazed twice. '.repeat(7), GUARD))).toBe(false);
});

it('tells a refused JSON answer from an empty one', () => {
  expect(isRefusedAnswer('{"url":"https://geo.captcha-delivery.com/captcha/?cid=1"}')).toBe(true);
  expect(isRefusedAnswer('{"error":{"code":429,"message":"Too many requests."}}')).toBe(true);
  expect(isRefusedAnswer('{"message":"No products","products":[]}')).toBe(false);
});

it('recognises a loading page as an empty shell', () => {
  const shell = (text: string) => `<div id="app">${text}</div><script src="/main.js"></script>`;
  expect(isEmptyShell(shell('Loading, please wait while we fetch what is new in the shop'))).toBe(
    true,
  );
  expect(isEmptyShell(shell('Our shops in Geelong and Ballarat are open daily from 9 to 5.'))).toBe(
    false,
  );
});

it('takes no page that states a price for an empty shell, though its data cannot be read', () => {
  const data = '{"@type":"Product" "name": : "Kettle","offers":{"price":"49.00"';
  const body = `<h1>Kettle</h1><script type="application/ld+json">${data}</script>`;
  expect(isEmptyShell(body)).toBe(false);
});

it('is quick on a page made of opening tags', () => {
  expect(isBlocked('<'.repeat(59_000))).toBe(false);
});
