/*
 * `cli matches` lists which offers may be linked to the wrong product; `matches:split | merge | keep | undo` decide: what /admin/matches
 * does, for terminals. Ids are those that `matches` prints; a product may also be given by its public address.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Offer } from '#db/entities/offer.ts';
import {
  listDecisions,
  type MatchCase,
  type OfferCard,
  proposedMatches,
  reportedMatches,
} from '#db/queries/matches/cases.ts';
import {
  type Decided,
  keepMatch,
  mergeProducts,
  operator,
  splitOffer,
  undoDecision,
} from '#db/queries/matches/decisions.ts';
import { OperatorError } from '#domain/errors.ts';
import { formatAud } from '#domain/money.ts';
import { printedGtin } from '#domain/products/printed-gtin.ts';
import { productIdIn } from '#domain/public-path.ts';
import { withDatabase } from './database.ts';
import type { Report } from './terminal.ts';

const LISTED = { limit: 50, offset: 0 };
const BY = 'command line';
const NOTHING = 'Nothing to do: that was decided already, or is not as you say. See `matches`.';

/** Lists what waits, then the newest decisions. */
export async function listMatches(): Promise<Report> {
  return withDatabase(async (em) => {
    const reported = await reportedMatches(em, LISTED);
    const proposed = await proposedMatches(em, LISTED);
    const { rows: decided } = await listDecisions(em, LISTED);
    const lines = [
      `Reported by shoppers: ${reported.total}. Proposed by the daily job: ${proposed.total}.`,
      ...[...reported.cases, ...proposed.cases].flatMap(linesOf),
      ...(decided.length > 0 ? ['Decided, the newest first (matches:undo <decision>):'] : []),
      ...decided.map(({ id, kind, offer, product, into, decidedBy, undoneBy }) => {
        const what = [offer ?? product, into].filter(Boolean).join(' → ');
        const undone = undoneBy ? `, undone by ${undoneBy}` : '';
        return `  ${id}  ${kind.padEnd(6)}${what}, by ${decidedBy}${undone}`;
      }),
    ];
    return { data: { reported, proposed, decided }, lines };
  });
}

/** Takes an offer out of its product, to be one of its own or to join `to`. */
export async function split(offer: string, { to }: { to?: string }): Promise<Report> {
  const offerId = idIn(offer);
  const target = to === undefined ? undefined : idIn(to);
  return decide(async (em) => {
    const from = await productOf(em, offerId);
    return splitOffer(em, { offerId, from, to: target }, operator(BY));
  });
}

/** Makes a product part of another. */
export async function merge(product: string, into: string): Promise<Report> {
  const pair = { from: idIn(product), into: idIn(into) };
  return decide((em) => mergeProducts(em, pair, operator(BY)));
}

/** Leaves an offer where it is, or two products apart. */
export async function keep(one: string, into?: string): Promise<Report> {
  const id = idIn(one);
  const apart = into === undefined ? null : { offer: null, product: id, into: idIn(into) };
  return decide(async (em) => {
    const kept = apart ?? { offer: id, product: await productOf(em, id), into: null };
    return keepMatch(em, kept, operator(BY));
  });
}

export async function undo(decision: string): Promise<Report> {
  const id = idIn(decision);
  return decide((em) => undoDecision(em, id, BY));
}

async function decide(work: (em: EntityManager) => Promise<Decided | null>): Promise<Report> {
  const decided = await withDatabase(work);
  if (!decided) throw new OperatorError(NOTHING);
  const said = `Done. To take it back: npm run cli -- matches:undo ${decided.id}`;
  return { data: decided, lines: [said] };
}
async function productOf(em: EntityManager, offerId: string): Promise<string> {
  const offer = await em.findOne(Offer, offerId);
  if (!offer) throw new OperatorError(`There is no offer ${offerId}.`);
  return offer.product.id;
}

/** The id in a word, which may be the address of a product's page. Throws OperatorError where there is none. */
function idIn(word = ''): string {
  const id = productIdIn(word.split('/').at(-1) ?? '');
  if (!id) throw new OperatorError(`'${word}' is no id; \`matches\` lists them.`);
  return id;
}

function linesOf({ left, right, offer, product, into, because, reports }: MatchCase): string[] {
  const asks = reports > 0 ? `reported ${reports} ×` : offer ? 'split?' : 'merge?';
  const how = offer ? `matches:split ${offer}` : `matches:merge ${product} ${into}`;
  return [
    '',
    `${asks}  ${because.join('; ')}`,
    ...[left, right].flatMap((card) => (card ? [`  ${cardText(card)}`] : [])),
    `  ${how}${offer && into ? ` --to ${into}` : ''}   or matches:keep ${offer ?? `${product} ${into}`}`,
  ];
}

function cardText({ shop, name, priceCents, gtin, matchMethod, matchBecause }: OfferCard): string {
  const proof = [matchMethod, ...matchBecause].join(': ');
  return [`${shop}: ${name}`, formatAud(priceCents), gtin && printedGtin(gtin), `(${proof})`]
    .filter(Boolean)
    .join('  ');
}
