import { expect, test } from 'vitest';
import { wishesIn } from './wishes.ts';

test.each([
  [', front loader, grey', ['front loader', 'grey']],
  [' with big buttons and a loud ringer', ['big buttons', 'loud ringer']],
  [' that dont fall out in the gym', ['dont fall out']],
  [', must have a proper sub', ['proper sub']],
  [', my old black one broke', []],
  [', i want it this week', []],
  [' for my nan', []],
  [' for smoothies', []],
  [' with no nuts', []],
  [' that runs Revit', ['revit']],
  [', isofix', ['isofix']],
  [', hubby says the other one', []],
  [" that doesn't have to be new", []],
])('“%s” behind a thing wishes %j', (behind, wishes) => {
  expect(wishesIn(behind)).toEqual(wishes);
});
