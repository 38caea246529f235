import { expect, test } from 'vitest';
import { wishesIn } from './wishes.ts';

test.each([
  ['washing machine, front loader, grey', 'washing machine', ['front loader', 'grey']],
  ['phone with big buttons and a loud ringer', 'phone', ['big buttons', 'loud ringer']],
  ['earbuds that dont fall out in the gym', 'earbuds', ['dont fall out']],
  ['soundbar, must have a proper sub', 'soundbar', ['proper sub']],
  ['kettle, my old black one broke', 'kettle', []],
  ['kettle, i want it this week', 'kettle', []],
  ['tablet for my nan', 'tablet', []],
  ['blender for smoothies', 'blender', []],
  ['muesli with no nuts', 'muesli', []],
  ['laptop that runs Revit', 'laptop', ['revit']],
])('“%s” says of the %s %j', (text, thing, wishes) => {
  expect(wishesIn(text, thing)).toEqual(wishes);
});
