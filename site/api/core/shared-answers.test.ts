import { expect, test } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

/** A store with its own clock, and a log of computed answers. */
function store(limits = {}) {
  const clock = { ms: 1 };
  const answers = createSharedAnswers(limits, () => clock.ms);
  const made: string[] = [];
  const ask = (key: string, text = key) =>
    answers.get(key, 1_000, async () => {
      made.push(key);
      return text;
    });
  return { clock, answers, made, ask };
}

test('computes an answer once within its lifetime, and again after it', async () => {
  const { clock, made, ask } = store();
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a', 'a']);
  clock.ms = 1_001;
  await ask('a');
  expect(made).toEqual(['a']);
  clock.ms = 1_002;
  await ask('a');
  expect(made).toEqual(['a', 'a']);
});

test('a failure reaches only the callers that waited for it', async () => {
  const { answers, ask } = store();
  const fails = () => answers.get('a', 1_000, () => Promise.reject(new Error('no database')));
  await Promise.all([
    expect(fails()).rejects.toThrow('no database'),
    expect(fails()).rejects.toThrow('no database'),
  ]);
  expect(await ask('a')).toBe('a');
});

test('computes a forgotten answer again, even if it was in progress', async () => {
  const { answers, made, ask } = store();
  await ask('GET /products/7');
  await ask('GET /products/8');
  answers.forget('7');
  await ask('GET /products/7');
  await ask('GET /products/8');
  expect(made).toEqual(['GET /products/7', 'GET /products/8', 'GET /products/7']);
  const late = Promise.withResolvers<string>();
  const old = answers.get('GET /products/9', 1_000, () => late.promise);
  answers.forget('9');
  late.resolve('old');
  await old;
  expect(await ask('GET /products/9', 'new')).toBe('new');
});

test('evicts the oldest answers beyond the limits of number and size', async () => {
  const few = store({ maxAnswers: 2 });
  for (const key of ['a', 'b', 'c', 'b', 'a']) await few.ask(key);
  expect(few.made).toEqual(['a', 'b', 'c', 'a']);
  const short = store({ maxLength: 10 });
  for (const key of ['a', 'b', 'c', 'c', 'a']) await short.ask(key, 'text!');
  expect(short.made).toEqual(['a', 'b', 'c', 'a']);
  await short.ask('long', 'longer than all of it');
  await short.ask('long', 'longer than all of it');
  expect(short.made.filter((key) => key === 'long')).toHaveLength(2);
});
