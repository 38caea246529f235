import { expect, test } from 'vitest';
import { matchCommand } from './match.ts';

async function* lines(...texts: string[]): AsyncGenerator<string> {
  for (const text of texts) yield `${text}\n`;
}

test('answers each pair in order and explains a bad line', async () => {
  const answers: {
    answer: string;
    same: boolean;
    confidence: number;
    because: string[];
    error?: string;
  }[] = [];
  const input = lines(
    '{"left":{"name":"Vegemite 380g","price":"7.50"},"right":{"name":"Vegemite 380g","price":7.5,"brand":null}}',
    '{"left":{"name":"Vegemite 380g"}}',
    '{"left":{"name":"Vegemite 380g","price":"n/a"},"right":{"name":"Vegemite 560g","price":-1}}',
  );
  expect(await matchCommand(input, (line) => answers.push(JSON.parse(line)))).toBe(0);
  expect(answers.map(({ same }) => same)).toEqual([true, false, false]);
  expect(answers.map(({ answer }) => answer)).toEqual(['yes', 'unsure', 'no']);
  expect(answers[1]?.error).toMatch(/^right: /);
  expect(answers[2]?.because).toEqual(['different contents: 380 g and 560 g']);
});
