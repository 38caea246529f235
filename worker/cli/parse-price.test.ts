import { expect, test } from 'vitest';
import { parsePriceCommand } from './parse-price.ts';

async function* chunks(...parts: string[]): AsyncGenerator<string> {
  yield* parts;
}

test('answers each line in order, however the input is chunked', async () => {
  const answers: unknown[] = [];
  const input = chunks(
    '{"text":"Was $20 No',
    'w $15","currencyHint":"AUD"}\r\n\n{"text":"50c per 100g"}\n{"te',
    'xt":"Sold out"}',
  );
  const exitCode = await parsePriceCommand(input, (line) => answers.push(JSON.parse(line)));
  expect(exitCode).toBe(0);
  expect(answers).toEqual([
    { amount: '15', currency: 'AUD', unitPrice: null },
    { amount: null, currency: null, unitPrice: { price: '0.50', quantity: 100, unit: 'g' } },
    { amount: null, currency: null, unitPrice: null },
  ]);
});

test('answers a bad line with nulls and a reason, then reads the next', async () => {
  const answers: { error?: string }[] = [];
  const input = chunks('not json\n{"text":5}\n{"text":"$3.00"}\n');
  expect(await parsePriceCommand(input, (line) => answers.push(JSON.parse(line)))).toBe(0);
  expect(answers[0]).toMatchObject({ amount: null, currency: null, unitPrice: null });
  expect(answers[0]?.error).toMatch(/^not JSON/);
  expect(answers[1]?.error).toMatch(/^text: /);
  expect(answers[2]).toEqual({ amount: '3.00', currency: null, unitPrice: null });
});
