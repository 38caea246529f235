import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ICON_NAMES } from './icon-names.ts';

it('names exactly the symbols of the sprite', () => {
  const sprite = readFileSync(new URL('../public/icons.svg', import.meta.url), 'utf8');
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]);
  expect(symbols).toEqual([...ICON_NAMES]);
});
