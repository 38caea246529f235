import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+61 2 5550 0000', "'+61 2 5550 0000"],
  ['-2 °C', "'-2 °C"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
  ['\n=1', '"\'\n=1"'],
  ['\tMulga', '"\'\tMulga"'],
  ['\rMulga', '"\'\rMulga"'],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠1', "'＠1"],
  ['﹦1', "'﹦1"],
  ['\u200b\ufeff=1', "' =1"],
  ['\u2060\u{e0041}=1', "'=1"],
  ['Mulga; =1', '"Mulga; =1"'],
  ['12" pan', '"12"" pan"'],
  ['Mulga Kettle 1.7 L', 'Mulga Kettle 1.7 L'],
])('%j → %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('numbers stay numbers', () => {
  expect(csvCell(-5)).toBe('-5');
});
