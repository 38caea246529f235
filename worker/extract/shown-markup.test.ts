import { expect, test } from 'vitest';
import { shownMarkup } from './shown-markup.ts';

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
  expect(shownMarkup(body)).toBe(shown);
});

test('a page of scripts that never end is searched once, not once for each', () => {
  const shown = '<script>a</script><p>1</p>'.repeat(100_000);
  expect(shownMarkup(`${shown}${'<script>'.repeat(100_000)}`)).toBe('<p>1</p>'.repeat(100_000));
});
