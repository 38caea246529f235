import { html } from 'hono/html';
import { z } from 'zod';
import {
  type DecisionRow,
  listDecisions,
  type MatchCase,
  proposedMatches,
  reportedMatches,
  waitingMatches,
} from '#db/queries/matches/cases.ts';
import {
  keepMatch,
  mergeProducts,
  operator,
  splitOffer,
  undoDecision,
} from '#db/queries/matches/decisions.ts';
import type { CallEnv } from '../api/core/env.ts';
import type { Html } from '../api/core/page.ts';
import {
  actionButton,
  adminTable,
  badge,
  type Column,
  filterChips,
  lines,
  moment,
  productLink,
  sectionPage,
} from './layout.ts';
import { caseButton, MATCHES, matchCase } from './match-case.ts';
import { matchSearchPages, searchPath } from './match-search.ts';
import { type AdminApp, formFields } from './operator-session.ts';
import { pagedList } from './paged-table.ts';

const SHOWN = 10;

const id = z.uuid();
const LISTS = ['reports', 'proposals', 'decided'] as const;
const shownList = z.enum(LISTS).catch('reports');
const action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('split'), offer: id, product: id, into: id.optional() }),
  z.object({ action: z.literal('merge'), product: id, into: id }),
  z.object({
    action: z.literal('keep'),
    offer: id.nullish().default(null),
    product: id,
    into: id.nullish().default(null),
  }),
  z.object({ action: z.literal('undo'), decision: id }),
]);

/** /admin/matches: matches that shoppers or the daily job doubt, with split, merge, keep and undo. */
export function matchesPage(app: AdminApp): void {
  sectionPage(app, { section: MATCHES, title: 'Matches', notices: NOTICES }, async (c) => {
    const { em } = c.env;
    const show = shownList.parse(c.req.query('show'));
    const waiting = await waitingMatches(em());
    const paged = { none: EMPTY[show], query: { show }, size: SHOWN };
    const casesOf = show === 'reports' ? reportedMatches : proposedMatches;
    const list =
      show === 'decided'
        ? await pagedList({
            read: (slice) => listDecisions(em(), slice),
            show: (rows) => adminTable('Decisions', rows, DECISION_COLUMNS),
            ...paged,
          })
        : await pagedList({
            read: (slice) => casesOf(em(), slice),
            show: (rows) => html`${rows.map((each) => matchCase(each, buttons(each, show)))}`,
            ...paged,
          });
    const chips = [
      ['reports', 'Reports', waiting.reports],
      ['proposals', 'Proposals', waiting.proposals],
      ['decided', 'Decided'],
    ] as const;
    return html`<p class="muted">Decide which offers are one product. Shoppers report wrong matches; a daily job proposes changes from new
evidence. Later crawls respect a decision. A decision keeps every price and can be undone.</p>
${filterChips('Lists', { name: 'show', chosen: show }, chips)}
<p><a class="reach" href="${MATCHES}/search">Merge by hand</a></p>
${list}`;
  });
  matchSearchPages(app);
  app.post(`${MATCHES}/:action`, async (c) => {
    const fields = await formFields(c);
    const read = action.safeParse({ ...fields, action: c.req.param('action') });
    const by = c.get('operator').email;
    const decided = read.success ? await act(c.env, read.data, by) : null;
    for (const id of decided?.productIds ?? []) c.env.sharedAnswers.forget(id);
    const show = shownList.parse(fields['show']);
    const done = read.success && decided ? read.data.action : 'gone';
    return c.redirect(`${MATCHES}?show=${show}&done=${done}`, 303);
  });
}

const NOTICES: Readonly<Record<string, string>> = {
  split: 'Split. The offer and its history moved. You can undo this under Decided.',
  merge: 'Merged. The address of the merged product redirects. You can undo this under Decided.',
  keep: 'Kept. This match will not be proposed again.',
  undo: 'Undone. The moved offers are back in their product.',
  gone: 'Nothing was done: the match was decided already or has changed.',
};
const EMPTY = {
  reports: 'No shopper reports.',
  proposals: 'No proposals.',
  decided: 'No decisions yet.',
} as const;

/** Returns null when there is nothing to act on. */
async function act(env: CallEnv, decision: z.infer<typeof action>, by: string) {
  const em = env.em();
  switch (decision.action) {
    case 'undo':
      return undoDecision(em, decision.decision, by);
    case 'merge':
      return mergeProducts(em, { from: decision.product, into: decision.into }, operator(by));
    case 'keep':
      return keepMatch(em, decision, operator(by));
    case 'split': {
      const { offer: offerId, product: from, into: to } = decision;
      return splitOffer(em, { offerId, from, to }, operator(by));
    }
  }
}

/** The buttons of a case; `show` is the list to return to. */
function buttons(each: MatchCase, show: string): Html {
  const { offer, product, into, left, right } = each;
  const subject = { offer, product, show };
  const keep = caseButton('keep', offer ? 'Keep' : 'Keep apart', each, { ...subject, into });
  if (!offer)
    return html`${caseButton('merge', 'Merge', each, { product, into, show }, 'primary')}${keep}`;
  const words = left.name.split(' ').slice(0, 3).join(' ');
  const move = searchPath({ offer, product, q: words });
  return html`${into ? caseButton('split', 'Move to the right product', each, { ...subject, into }, 'primary') : ''}
${right ? caseButton('split', 'Split off', each, subject, into ? '' : 'primary') : ''}${keep}
<a class="button small" href="${move}" aria-label="Move ${left.name} to another product">Move …</a>`;
}

const DECISION_COLUMNS: Column<DecisionRow>[] = [
  [
    'Decision',
    ({ kind, offer, product, shop }) => lines(`${kind}: ${offer ?? product}`, shop ?? ''),
    'admin-words',
  ],
  ['Product', ({ productId, product }) => linkOrNone(productId, product), 'admin-words'],
  ['Moved to', ({ intoId, into }) => linkOrNone(intoId, into), 'admin-words'],
  ['Why', ({ because }) => because.join('; '), 'admin-words small'],
  ['Offers moved', ({ offers }) => offers, 'number'],
  ['Decided', ({ decidedAt, decidedBy }) => lines(moment(decidedAt), decidedBy)],
  ['Actions', undoButton],
];

function linkOrNone(id: string | null, name: string | null): Html | string {
  return id ? productLink(id, name ?? '') : '–';
}

function undoButton({ id, kind, offer, product, undoneAt, undoneBy }: DecisionRow): Html {
  if (undoneAt) return lines(badge('grey', 'undone'), html`${moment(undoneAt)}, ${undoneBy}`);
  const of = `the ${kind} of ${offer ?? product}`;
  const fields = { decision: id, show: 'decided' };
  return actionButton({ path: `${MATCHES}/undo`, label: 'Undo', of, fields });
}
