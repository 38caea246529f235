import { describe, expect, it } from 'vitest';
import { ownBatches } from '../../tests/bench/match-pairs.ts';
import { needlesOf } from './needles.ts';
import { comparableText } from './product-text.ts';
import { rewriter } from './rewriting.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

const spellings = [...vocabulary.shelfSpellings, ...vocabulary.spellings];
const names = ownBatches
  .flat()
  .flatMap(({ left, right }) => [left.name, right.name].map(comparableText));

describe('needles', () => {
  it.each([
    ['\\b(?:doona|duvet)\\b', ['doona', 'duvet']],
    ['\\bdish(?:wash)? liquid\\b', [' liquid']],
    ['\\bdiapers?\\b', ['diaper']],
    ['\\bco+l\\b', ['c']],
    ['\\b[5-9]0s(?! pack)', ['0s']],
    ['s/s|w\\.?c', ['s/s', 'w']],
    ['(?:\\+|&)? ?\\d+', []],
    ['stage|\\d+', []],
    ['(?:aero)?sol(?:ar){2} (?=lamp|torch)', ['lamp', 'torch']],
  ])('finds those of %s', (pattern, needles) => {
    expect(needlesOf(pattern)).toEqual(needles);
  });
});

describe('rewriter', () => {
  it('applies each rewrite to the result of those before', () => {
    const rewritten = rewriter([
      ['\\bsecond\\b', 'third'],
      ['\\bfirst\\b', 'second'],
      ['\\b(\\w+)cond (\\w+)', '$2 $1'],
    ]);
    expect(rewritten('first of all')).toBe('of se all');
  });

  it('applies a rewrite with a neighbour only beside it', () => {
    const rewritten = rewriter([['\\bnas\\b', 'nosalt', '\\bpeas\\b']]);
    expect(['peas nas', 'nas peas', 'pears nas'].map(rewritten)).toEqual([
      'peas nosalt',
      'nosalt peas',
      'pears nas',
    ]);
  });

  it('changes real names as the patterns do one after the other', () => {
    const patterns = spellings.map(([pattern = '', written = '', beside = '']) => ({
      pattern: new RegExp(pattern, 'g'),
      written,
      beside: new RegExp(beside),
    }));
    const oneByOne = (name: string) =>
      patterns.reduce(
        (text, { pattern, written, beside }) =>
          beside.test(text) ? text.replace(pattern, written) : text,
        name,
      );
    const rewritten = rewriter(spellings);
    const some = names.filter((_, nth) => nth % 5 === 0);
    expect(some.map(rewritten)).toEqual(some.map(oneByOne));
  });
});
