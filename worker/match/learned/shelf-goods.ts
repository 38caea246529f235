import { comparableText } from '../identity/comparable-text.ts';
import type { ProductDescription } from './product-text.ts';
import { alignTokens } from './token-alignment.ts';

/*
 * Supermarket goods and toys carry no model number: two names mean the same when no word that matters is left over on both
 * sides, and none that names another kind is left over on either. Checked before with the contents (variant-conflict).
 */

/** Words about the packaging or praise: shops add or drop them freely. */
const SOFT = new Set(
  `pouch pack packet pk bottle can tube bag block jar tin carton tub sachet tray punnet bunch blister case each assorted style
  flavoured flavored flavour gourmet smooth natural naturally all pure 100 liquid fresh quality finest select product food
  classic original australian australia imported family value bulk new drink beverage the a an and of with in for from to
  by trading card game microwave ready edition long life spread range selection`.split(/\s+/),
);

/** Words that name another kind of the same thing. */
const TELLING = new Set(
  `uht semi skim lite light low less fat free reduced salt sugar zero diet decaf organic vegan unsweetened sweetened salted
  unsalted barista white dark brown green red black chocolate choc vanilla caramel strawberry raspberry banana mango lemon
  lime orange berry coconut almond oat soy rice macadamia cashew hazelnut peanut honey maple garlic onion chilli chili hot
  mild spicy sweet sour smoky bbq cheese cheddar tomato basil pesto mushroom chicken beef lamb pork fish barbecue vegetable yogurt tuna salmon prawn
  turkey vegetable lentil kids junior baby puppy kitten senior adult double triple extra mini mega jumbo ultra super elite
  premium deluxe special gluten lactose fibre protein iron calcium wholemeal wholegrain multigrain sourdough raw roasted
  smoked dried frozen crunchy creamy thick thin sliced diced minced whole ground instant concentrate refill bundle poster`.split(
    /\s+/,
  ),
);

/** How many ordinary words one name may have that the other lacks. */
const MAX_EXTRA_WORDS = 2;

/** True when these rules speak for the pair: a price or quantity, but no brand, model, description or code on either side. */
export function areShelfGoods(left: ProductDescription, right: ProductDescription): boolean {
  const plain = ({ brand, model, description, name }: ProductDescription) =>
    !brand && !model && !description && !/(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}/i.test(name);
  const stated = (side: ProductDescription) => side.price != null || side.quantity != null;
  return plain(left) && plain(right) && (stated(left) || stated(right));
}

/** Whether the names mean the same goods, with the words that decided. Confidence 0.5–1 in the answer. */
export function compareShelfGoods(
  left: ProductDescription,
  right: ProductDescription,
): { same: boolean; confidence: number; because: string[] } {
  const aligned = alignTokens(wordsOf(left.name), wordsOf(right.name), () => 1);
  const extras = [aligned.leftOver, aligned.rightOver].map((words) =>
    words.filter((word) => !SOFT.has(word)),
  );
  const [leftExtra = [], rightExtra = []] = extras;
  const extra = [...leftExtra, ...rightExtra];
  const telling = extra.find((word) => TELLING.has(word));
  if (leftExtra.length > 0 && rightExtra.length > 0) {
    return {
      same: false,
      confidence: 0.9,
      because: [`"${leftExtra[0]}" on one side, "${rightExtra[0]}" on the other`],
    };
  }
  if (telling) return { same: false, confidence: 0.8, because: [`only one is "${telling}"`] };
  if (extra.length > MAX_EXTRA_WORDS || aligned.sharedTokens < Math.min(2, extra.length + 1)) {
    return {
      same: false,
      confidence: 0.7,
      because: [`only one has ${extra.map((word) => `"${word}"`).join(', ') || 'a name'}`],
    };
  }
  const confidence = extra.length === 0 ? 0.95 : 0.8 - 0.1 * (extra.length - 1);
  const missing = extra.length > 0 ? [`only "${extra.join(' ')}" is not in both`] : [];
  return { same: true, confidence, because: ['the words that matter agree', ...missing] };
}

/** One spelling for words that shops shorten. */
const SAME_WORD: Record<string, string> = {
  choc: 'chocolate',
  veg: 'vegetable',
  lite: 'light',
  mayo: 'mayonnaise',
  bbq: 'barbecue',
  yoghurt: 'yogurt',
  pkt: 'packet',
  org: 'organic',
  unsw: 'unsweetened',
  wht: 'white',
  blk: 'black',
  chkn: 'chicken',
  flav: 'flavour',
};

const SIZE =
  /(?<![a-z\d])\d+(?:\.\d+)?\s?(?:kg|g|gm|mg|ml|l|lt|litres?|pk|packs?|ea|x)(?![a-z\d])/g;

function wordsOf(name: string): string[] {
  const text = comparableText(name)
    .replace(/\btcg\b/g, 'trading card game')
    .replace(/'s?\b/g, '')
    .replace(SIZE, ' ');
  return (text.match(/[a-z\d]+/g) ?? []).map((word) => SAME_WORD[word] ?? singular(word));
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=[sxo])es$/, '')
    .replace(/s$/, '');
}
