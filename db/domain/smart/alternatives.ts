import { tagsOf } from '../lexicon/lexicon.ts';
import { counted } from '../text/counted.ts';
import type { SmartEvidence } from './evidence.ts';
import { MAKERS } from './noun-phrase.ts';
import type { SmartProduct } from './product.ts';
import { type Answer, about, TOP_PICKS } from './rules.ts';
import { priced, said } from './wording.ts';

/* What else does the same: 'a cheaper alternative to the Yeti tumbler'. */

/** Goods of the named product's kind by other makers, those that cost less where there are any; null where the question names none. */
export function alternatives([own, peers]: readonly SmartEvidence[]): Omit<
  Answer,
  'intent'
> | null {
  const it = own?.named;
  if (!own || !peers || !it || own.isLoose) return null;
  const query = own.query.toLowerCase();
  const brand = it.best.brand?.toLowerCase();
  const lines = tagsOf(query, ...MAKERS).map(({ start, end }) => query.slice(start, end));
  const line = lines.find((each) => it.name.toLowerCase().includes(each));
  const maker = brand ?? line;
  if (!maker || !(line || query.includes(maker))) return null;
  const isOther = ({ name, best }: SmartProduct) =>
    best.isTheThing && !`${best.brand} ${name}`.toLowerCase().includes(maker);
  const others = peers.products.filter(isOther);
  const cheaper = others.filter(({ best }) => best.priceCents < it.best.priceCents);
  const products = cheaper[0] ? cheaper : others;
  const [first] = products;
  const kept = cheaper[0] ? ' and kept those that cost less' : '';
  const how = `We looked for goods of the same kind by other makers${kept}.`;
  if (!first)
    return {
      ...about(own, [it]),
      summary: said(`${priced(it)}.`, 'We know no other of its kind.'),
      how,
    };
  return {
    ...about(peers, products),
    picks: products.slice(0, TOP_PICKS),
    summary: said(
      `${priced(it)}.`,
      cheaper[0]
        ? `By other makers ${counted(products.length, 'product')} of its kind ${cheaper[1] ? 'cost' : 'costs'} less.`
        : 'By other makers we know none of its kind that costs less.',
      `Our first choice is ${priced(first)}.`,
    ),
    how,
  };
}
