/*
 * `cli matches` lists doubted matches; `matches:split | merge | keep | undo` decide them, as /admin/matches does. Operands are the ids that
 * `matches` prints, or the public address of a product.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Offer } from '#db/entities/offer.ts';
import {
  type DecisionRow,
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
import { listJoins, undoJoin } from '#db/queries/matches/join-copies.ts';
import { minuteText } from '#domain/calendar.ts';
import { OperatorError, UsageError } from '#domain/errors.ts';
import { formatAud } from '#domain/money.ts';
import { printedGtin } from '#domain/products/gtin.ts';
import { productIdIn } from '#domain/public-path.ts';
import { withDatabase } from './database.ts';
import type { Report } from './terminal.ts';

const LISTED = { limit: 50, offset: 0 };
const BY = 'command line';
const NOTHING =
  'Nothing changed: the case was decided already, nothing is pending, or the ids do not belong together. See: npm run cli -- matches';
const NOT_UNDONE =
  'Nothing changed: there is no such decision, or it was undone already. See: npm run cli -- matches';

export async function listMatches(): Promise<Report> {
  return withDatabase(async (em) => {
    const reported = await reportedMatches(em, LISTED);
    const proposed = await proposedMatches(em, LISTED);
    const { total, rows: decided } = await listDecisions(em, LISTED);
    const joins = await listJoins(em, LISTED.limit);
    const lines = [
      `Reported by shoppers: ${ofTotal(reported.rows, reported.total)}. Proposed by the daily job: ${ofTotal(proposed.rows, proposed.total)}.`,
      ...[...reported.rows, ...proposed.rows].flatMap(linesOf),
      ...(total > 0
        ? ['', `Decisions, newest first, in Sydney’s time: ${ofTotal(decided, total)}.`]
        : []),
      ...decided.map(decisionLine),
      ...(joins.length > 0
        ? ['', 'Joined because the shop names one address for both, newest first:']
        : []),
      ...joins.map(
        (row) => `  ${row.id}  ${minuteText(row.joinedAt)}  ${row.shop}: ${row.url} → ${row.into}`,
      ),
      ...(total + joins.length > 0 ? ['To revert one: npm run cli -- matches:undo <id>'] : []),
    ];
    return { data: { reported, proposed, decided, joins }, lines };
  });
}

export async function split(offer: string, { to }: { to?: string }): Promise<Report> {
  const offerId = idIn(offer);
  const target = to === undefined ? undefined : idIn(to);
  return decide(async (em) => {
    const from = await productOf(em, offerId);
    return splitOffer(em, { offerId, from, to: target }, operator(BY));
  });
}

export async function merge(product: string, into: string): Promise<Report> {
  const pair = { from: idIn(product), into: idIn(into) };
  return decide((em) => mergeProducts(em, pair, operator(BY)));
}

export async function keep(one: string, into?: string): Promise<Report> {
  const id = idIn(one);
  const apart = into === undefined ? null : { offer: null, product: id, into: idIn(into) };
  return decide(async (em) => {
    const kept = apart ?? { offer: id, product: await productOf(em, id), into: null };
    return keepMatch(em, kept, operator(BY));
  });
}

/** Reverts a decision, or a join of two offers of a shop. */
export async function undo(decision: string): Promise<Report> {
  const id = idIn(decision);
  return withDatabase(async (em) => {
    const undone = await undoDecision(em, id, BY);
    if (!undone && !(await undoJoin(em, id))) throw new OperatorError(NOT_UNDONE);
    return { data: undone ?? { id }, lines: [`The ${undone ? 'decision' : 'join'} is undone.`] };
  });
}

async function decide(work: (em: EntityManager) => Promise<Decided | null>): Promise<Report> {
  const decided = await withDatabase(work);
  if (!decided) throw new OperatorError(NOTHING);
  const message = `Done. To revert it: npm run cli -- matches:undo ${decided.id}`;
  return { data: decided, lines: [message] };
}

async function productOf(em: EntityManager, offerId: string): Promise<string> {
  const offer = await em.findOne(Offer, offerId);
  if (!offer) throw new OperatorError(`There is no offer ${offerId}.`);
  return offer.product.id;
}

/** The id in an operand, which may be the address of a product page. Throws UsageError when there is none. */
function idIn(operand = ''): string {
  const id = productIdIn(operand.split('/').at(-1) ?? '');
  if (!id) throw new UsageError(`'${operand}' is not an id. List ids with: npm run cli -- matches`);
  return id;
}

/** '3', or '120, of which 50 are shown'. */
function ofTotal({ length }: readonly unknown[], total: number): string {
  return length < total ? `${total}, of which ${length} are shown` : String(total);
}

function decisionLine(row: DecisionRow): string {
  const { id, kind, offer, shop, product, into, decidedAt, decidedBy, undoneBy } = row;
  const what = [offer ? `${shop}: ${offer}` : product, into].filter(Boolean).join(' → ');
  const undone = undoneBy ? `, undone by ${undoneBy}` : '';
  return `  ${id}  ${minuteText(decidedAt)}  ${kind.padEnd(6)}${what}, by ${decidedBy}${undone}`;
}

function linesOf({ left, right, offer, product, into, because, reports }: MatchCase): string[] {
  const question = reports > 0 ? `reported ${reports} times` : offer ? 'split?' : 'merge?';
  const how = offer ? `matches:split ${offer}` : `matches:merge ${product} ${into}`;
  return [
    '',
    `${question}  ${because.join('; ')}`,
    ...[left, right].flatMap((card) => (card ? [`  ${cardText(card)}`] : [])),
    `  npm run cli -- ${how}${offer && into ? ` --to ${into}` : ''}`,
    `  npm run cli -- matches:keep ${offer ?? `${product} ${into}`}`,
  ];
}

function cardText({ shop, name, priceCents, gtin, matchMethod, matchBecause }: OfferCard): string {
  const proof = [matchMethod, ...matchBecause].join(': ');
  return [`${shop}: ${name}`, formatAud(priceCents), gtin && printedGtin(gtin), `(${proof})`]
    .filter(Boolean)
    .join('  ');
}
