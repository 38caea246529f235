import { beforeAll, expect, test } from 'vitest';
import { SearchWord } from '#db/entities/search.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { catalogueWords } from './catalogue-words.ts';
import { correctWords } from './correct-words.ts';

const orm = ormForFile();

beforeAll(async () => {
  const words = {
    headphones: 40,
    kettle: 9,
    nettle: 30,
    track: 4,
    tracks: 4,
    vacuum: 8,
    settle: 1,
    form: 90,
    from: 1,
    accommodation: 5,
    tv: 50,
    tc: 1,
    brûlée: 3,
  };
  const rows = Object.entries(words).map(([word, offers]) => ({ word, offers }));
  await orm.em().insertMany(SearchWord, rows);
});

/** The likeliest spelling of words. */
async function correct(words: string[]): Promise<string[]> {
  const [likeliest = words] = await correctWords(
    orm.em(),
    words,
    (await catalogueWords(orm.em())).offers,
  );
  return likeliest;
}

test.each([
  ['a known word stays, however rare', 'kettle', 'kettle'],
  ['letters swapped', 'haedphones', 'headphones'],
  ['the last letters swapped', 'headphonse', 'headphones'],
  ['a letter left out', 'hedphones', 'headphones'],
  ['a letter too many', 'headphoness', 'headphones'],
  ['a wrong letter', 'jeadphones', 'headphones'],
  ['of words one letter away the most usual', 'wettle', 'nettle'],
  ['two slips', 'acomodation', 'accommodation'],
  ['a letter beyond a to z', 'brúlée', 'brûlée'],
  ['two letters', 'tx', 'tx'],
  ['a word with a digit', 'headphone5', 'headphone5'],
  ['the beginning of a word is another word', 'kettlette', 'kettlette'],
  ['two words as one', 'nettlekettle', 'nettle kettle'],
  ['two words as one, the last in the plural', 'nettleforms', 'nettle forms'],
  ['other vowels between the same consonants', 'vacume', 'vacuum'],
  ['the plural of a word that we know', 'trackies', 'trackies'],
  ['an English word that no shop prints', 'fort', 'fort'],
  ['its plural', 'forts', 'forts'],
  ['nothing like it', 'zzyzx', 'zzyzx'],
])('%s: %s → %s', async (_what, asked, meant) => {
  expect(await correct([asked])).toEqual([meant]);
});

test('keeps the order of words', async () => {
  const asked = ['65', 'hedphones', 'zzyzx', 'kettel', 'kettle'];
  expect(await correct(asked)).toEqual(['65', 'headphones', 'zzyzx', 'kettle', 'kettle']);
});

test('does not split a word beside another misspelt one', async () => {
  expect(await correct(['nettlekettle', 'kettel'])).toEqual(['nettlekettle', 'kettel']);
  expect(await correct(['nettlekettle', 'form'])).toEqual(['nettle kettle', 'form']);
});
