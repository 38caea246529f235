import { expect, test } from 'vitest';
import { readMarkup } from './shown-markup.ts';

test.each([
  ['<p>1</p><script>2</script><p>3</p>', '<p>1</p><p>3</p>'],
  ['<style media="all">p{}</style><p>1</p>', '<p>1</p>'],
  ['<SCRIPT>1</SCRIPT><p>2</p>', '<p>2</p>'],
  ['<script src="a.js"></script  ><p>1</p>', '<p>1</p>'],
  ['<!-- <p>1</p> <script> --><p>2</p>', '<p>2</p>'],
  ['<script>var a = "<!--";</script><p>1</p>', '<p>1</p>'],
  ['<p>1</p><script>2', '<p>1</p>'],
  ['<p>1</p><!-- 2', '<p>1</p>'],
  [
    '<scripture>1</scripture><styled-box>2</styled-box>',
    '<scripture>1</scripture><styled-box>2</styled-box>',
  ],
  ['', ''],
])('%s shows %s', (body, shown) => {
  expect(readMarkup(body).shown).toBe(shown);
});

test('a page of scripts that never end is searched once, not once for each', () => {
  const shown = '<script>a</script><p>1</p>'.repeat(100_000);
  const markup = readMarkup(`${shown}${'<script>'.repeat(100_000)}`);
  expect(markup.shown).toBe('<p>1</p>'.repeat(100_000));
});

test.each([
  ['<p>1</p><script>2</script><p>3 <b>4</b></p>', '>1>3 >4'],
  ['a<!-- b -->c<br>d', '>a>c>d'],
  ['<p title="1 < 2">3</p>', '>3'],
  ['<p>1</p><p class="2', '>1'],
  ['', ''],
])('%s prints %s', (body, text) => {
  const markup = readMarkup(body);
  expect(markup.text).toBe(text);
  const { inText, inShown } = markup.pieces;
  for (const [index, at] of inShown.entries())
    expect(markup.shown[at]).toBe(markup.text[(inText[index] ?? 0) + 1]);
});

test('the scripts of a page, with their tags', () => {
  const { scripts } = readMarkup(
    '<script id="a">1 < 2</script><p>3</p><SCRIPT>4</SCRIPT><script>5',
  );
  expect(scripts).toEqual([
    { tag: '<script id="a">', code: '1 < 2' },
    { tag: '<SCRIPT>', code: '4' },
  ]);
});

test('a page of tags that never end is searched once, not once for each', () => {
  expect(readMarkup('<'.repeat(1_000_000)).text).toBe('');
});
