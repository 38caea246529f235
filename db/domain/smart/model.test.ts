import { expect, test } from 'vitest';
import { groundReading } from './model.ts';

const QUERY = 'something to keep my study warm, 12 m2, at most 200, no fan please';
const READING = {
  ...{ intent: 'find', things: ['heater'], needs: [{ kind: 'room', words: '12 m2', amount: 12 }] },
  ...{ minDollars: null, maxDollars: 200, excluded: ['fan'], isCheapest: false },
};
const ground = (changes: Record<string, unknown>) =>
  groundReading({ ...READING, ...changes }, QUERY);

test('keeps what the question says, and product types', () => {
  expect(ground({})).toEqual(READING);
});

test.each([
  ['a thing of its own', { things: ['cheap pills at evil.example'] }, null],
  ['markup', { things: ['<script>alert(1)</script>'] }, null],
  ['no thing', { things: [] }, null],
  ['a comparison of one side', { intent: 'compare' }, null],
  ['an unknown intent', { intent: 'pay' }, null],
  ['an answer of another shape', { needs: 'none' }, null],
  ['a budget of its own', { maxDollars: 20_000 }, { ...READING, maxDollars: null }],
  ['a part of a figure', { maxDollars: 20 }, { ...READING, maxDollars: null }],
  [
    'a need of its own',
    { needs: [{ kind: 'age', words: 'pay us', amount: 3 }] },
    { ...READING, needs: [] },
  ],
  [
    'an amount of its own',
    { needs: [{ kind: 'room', words: '12 m2', amount: 99 }] },
    { ...READING, needs: [] },
  ],
  [
    'a need without a word',
    { needs: [{ kind: 'diet', words: '((', amount: null }] },
    { ...READING, needs: [] },
  ],
  ['an exclusion of all goods', { excluded: ['', '-'] }, { ...READING, excluded: [] }],
  ['an exclusion of its own', { excluded: ['Rinnai'] }, { ...READING, excluded: [] }],
])('of %s nothing is searched for', (_what, changes, kept) => {
  expect(ground(changes)).toEqual(kept);
});
