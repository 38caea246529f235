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
import { loadConfig } from '#db/runtime/config.ts';
import { OperatorError } from '#domain/errors.ts';
import { formatAud } from '#domain/money.ts';
import { productIdIn } from '#domain/public-path.ts';
import { withDatabase } from './database.ts';
import { parseWords, type Say } from './terminal.ts';

const LISTED = { limit: 50, offset: 0 };
const BY = 'command line';
const NOTHING = 'Nothing to do: that was decided already, or is not as you say. See `matches`.';

/** Runs `matches`: what waits, then the newest decisions; returns the exit code. */
export async function matchesCommand(say: Say): Promise<number> {
  return withDatabase(loadConfig(), async (em) => {
    const reported = await reportedMatches(em, LISTED);
    const proposed = await proposedMatches(em, LISTED);
    say(`Reported by shoppers: ${reported.total}. Proposed by the daily job: ${proposed.total}.`);
    for (const each of [...reported.cases, ...proposed.cases])
      for (const line of linesOf(each)) say(line);
    const { rows } = await listDecisions(em, LISTED);
    if (rows.length > 0) say('Decided, the newest first (matches:undo <decision>):');
    for (const { id, kind, offer, product, into, decidedBy, undoneBy } of rows) {
      const what = [offer ?? product, into].filter(Boolean).join(' → ');
      say(
        `  ${id}  ${kind.padEnd(6)}${what}, by ${decidedBy}${undoneBy ? `, undone by ${undoneBy}` : ''}`,
      );
    }
    return 0;
  });
}

/** Runs `matches:split <offer> [--to <product>]`; returns the exit code. */
export async function matchesSplitCommand(args: readonly string[], say: Say): Promise<number> {
  const { values, positionals } = parseWords(args, { to: { type: 'string' } });
  const offerId = idIn(positionals[0]);
  const to = values.to === undefined ? undefined : idIn(values.to);
  return decide(say, async (em) => {
    const from = await productOf(em, offerId);
    return splitOffer(em, { offerId, from, to }, operator(BY));
  });
}

/** Runs `matches:merge <product> <into>`; returns the exit code. */
export async function matchesMergeCommand(
  [from, into]: readonly string[],
  say: Say,
): Promise<number> {
  const pair = { from: idIn(from), into: idIn(into) };
  return decide(say, (em) => mergeProducts(em, pair, operator(BY)));
}

/** Runs `matches:keep <offer>`, or `matches:keep <product> <into>` for two products that stay apart; returns the exit code. */
export async function matchesKeepCommand(
  [one, into]: readonly string[],
  say: Say,
): Promise<number> {
  const id = idIn(one);
  const apart = into === undefined ? null : { offer: null, product: id, into: idIn(into) };
  return decide(say, async (em) => {
    const kept = apart ?? { offer: id, product: await productOf(em, id), into: null };
    return keepMatch(em, kept, operator(BY));
  });
}

/** Runs `matches:undo <decision>`; returns the exit code. */
export async function matchesUndoCommand([decision]: readonly string[], say: Say): Promise<number> {
  const id = idIn(decision);
  return decide(say, (em) => undoDecision(em, id, BY));
}

async function decide(
  say: Say,
  work: (em: EntityManager) => Promise<Decided | null>,
): Promise<number> {
  const decided = await withDatabase(loadConfig(), work);
  if (!decided) throw new OperatorError(NOTHING);
  say(`Done. To take it back: npm run cli -- matches:undo ${decided.id}`);
  return 0;
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
  return [`${shop}: ${name}`, formatAud(priceCents), gtin, `(${proof})`].filter(Boolean).join('  ');
}
