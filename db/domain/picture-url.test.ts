import { expect, test } from 'vitest';
import { parsePicturePath, pictureSrcSet, pictureUrl } from './picture-url.ts';

const SITE = 'https://prices.example';
const HASH = '0123456789abcdef0123456789abcdef';

test('prefers our own copy', () => {
  const row = { imageUrl: 'https://shop.example/a.jpg', pictureHash: HASH };
  expect(pictureUrl(row)).toBe(`/pictures/${HASH}-640.webp`);
});

test("without a copy, shows a demo shop's picture but never a real shop's", () => {
  const demo = 'http://gumnut-grocer.demo-shops.localhost/media/tea.webp';
  expect(pictureUrl({ imageUrl: demo, pictureHash: null })).toBe(
    '/demo-shops/gumnut-grocer/media/tea.webp',
  );
  for (const imageUrl of ['https://shop.example/a.jpg', `${SITE}/api/me`, 'data:image/png,', '']) {
    expect(pictureUrl({ imageUrl, pictureHash: null })).toBe('');
  }
  expect(pictureUrl({ imageUrl: null, pictureHash: null })).toBe('');
});

test('builds a srcset for our pictures only', () => {
  const src = `/pictures/${HASH}-640.webp`;
  expect(pictureSrcSet(src)).toBe(`/pictures/${HASH}-320.webp 320w, ${src} 640w`);
  expect(pictureSrcSet(`${SITE}/demo-shops/a/media/tea-640.webp`)).toBeUndefined();
  expect(pictureSrcSet('')).toBeUndefined();
});

test('parses only our own picture names', () => {
  expect(parsePicturePath(`/pictures/${HASH}-320.webp`)).toEqual({ hash: HASH, width: 320 });
  for (const name of [
    `${HASH}-321.webp`,
    `${HASH}-320.png`,
    `${HASH.toUpperCase()}-320.webp`,
    `../${HASH}-320.webp`,
    `${HASH}-320.webp/`,
  ]) {
    expect(parsePicturePath(`/pictures/${name}`)).toBeNull();
  }
});
