import type { Hono } from 'hono';
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
  type Decided,
  keepMatch,
  mergeProducts,
  operator,
  splitOffer,
  undoDecision,
} from '#db/queries/matches/decisions.ts';
import { productPath } from '#domain/public-path.ts';
import type { Html } from '../api/core/page.ts';
import type { ApiServices } from '../api/core/services.ts';
import {
  actionButton,
  adminTable,
  badge,
  type Column,
  lines,
  moment,
  type Operator,
  pager,
} from './layout.ts';
import { caseButton, MATCHES, matchCase, matchesFrame } from './match-case.ts';
import { matchSearchPages, searchPath } from './match-search.ts';
import { type AdminEnv, formFields } from './operator-session.ts';

const SHOWN = 10;

const id = z.uuid();
const page = z.coerce.number().int().min(1).max(10_000).catch(1);
const listed = z.object({
  show: z.enum(['reports', 'proposals', 'decided']).catch('reports'),
  page,
});
const action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('split'), offer: id, product: id, into: id.optional() }),
  z.object({ action: z.literal('merge'), product: id, into: id }),
  z.object({
    action: z.literal('keep'),
    ...{ offer: id.nullish().default(null), product: id, into: id.nullish().default(null) },
  }),
  z.object({ action: z.literal('undo'), decision: id }),
]);

/** /admin/matches: links that shoppers or the daily job doubt, side by side; split, merge, keep and undo. */
export function matchesPage(app: Hono<AdminEnv>, services: ApiServices): void {
  const { siteUrl } = services.config;
  app.get(MATCHES, async (c) => {
    const { show, page } = listed.parse(c.req.query());
    const em = services.em();
    const waiting = await waitingMatches(em);
    const slice = { limit: SHOWN, offset: (page - 1) * SHOWN };
    const decided = show === 'decided' ? await listDecisions(em, slice) : null;
    const cases = show === 'reports' ? reportedMatches : proposedMatches;
    const open = decided ? null : await cases(em, slice);
    const total = (decided ?? open)?.total ?? 0;
    const pathOf = (to: number) => `${MATCHES}?show=${show}${to > 1 ? `&page=${to}` : ''}`;
    if (total > 0 && slice.offset >= total)
      return c.redirect(pathOf(Math.ceil(total / SHOWN)), 303);
    const chip = (to: string, label: string, count?: number) =>
      html`<a class="chip" href="${MATCHES}?show=${to}" ${to === show ? html`aria-current="true"` : ''}>${label}${count === undefined ? '' : html` <span class="figures">${count}</span>`}</a>`;
    const rows = decided
      ? adminTable('Decisions', decided.rows, decisionColumns(c.get('operator')))
      : open?.cases.map((each) => matchCase(each, siteUrl, buttons(c.get('operator'), each, show)));
    return matchesFrame(
      c,
      'Matches',
      html`<p class="muted">Which offers are one product. Shoppers report wrong ones; a daily job proposes what new evidence says.
What is decided holds when shops are read again, keeps every price, and can be undone.</p>
<nav class="row" aria-label="Lists">${chip('reports', 'Reports', waiting.reports)}${chip('proposals', 'Proposals', waiting.proposals)}${chip('decided', 'Decided')}
<a class="chip" href="${MATCHES}/search">Merge by hand</a></nav>
${total === 0 ? html`<p class="card">${EMPTY[show]}</p>` : html`${rows}${pager({ page, total, size: SHOWN }, pathOf)}`}`,
    );
  });
  matchSearchPages(app, services);
  app.post(`${MATCHES}/:action`, async (c) => {
    const fields = await formFields(c);
    const read = action.safeParse({ ...fields, action: c.req.param('action') });
    const by = c.get('operator').email;
    const decided = read.success ? await act(services, read.data, by) : null;
    for (const id of decided?.productIds ?? []) services.sharedAnswers.forget(id);
    const { show } = listed.parse(fields);
    const done = read.success && decided ? read.data.action : 'gone';
    return c.redirect(`${MATCHES}?show=${show}&done=${done}`, 303);
  });
}

const EMPTY = {
  reports: 'No shopper reports a wrong match.',
  proposals: 'Nothing is proposed.',
  decided: 'Nothing was decided yet.',
} as const;

/** Null when there was nothing to act on. */
async function act(
  services: ApiServices,
  wanted: z.infer<typeof action>,
  by: string,
): Promise<Decided | null> {
  const em = services.em();
  if (wanted.action === 'undo') return undoDecision(em, wanted.decision, by);
  const { product: from, into } = wanted;
  if (wanted.action === 'merge')
    return mergeProducts(em, { from, into: wanted.into }, operator(by));
  if (wanted.action === 'keep') return keepMatch(em, wanted, operator(by));
  return splitOffer(em, { offerId: wanted.offer, from, to: into ?? undefined }, operator(by));
}

/** What can be done about a case; `show` is the list to come back to. */
function buttons(by: Operator, each: MatchCase, show: string): Html {
  const { offer, product, into, left, right } = each;
  const subject = { offer, product, show };
  const keep = caseButton(by, 'keep', offer ? 'Keep' : 'Keep apart', each, { ...subject, into });
  if (!offer)
    return html`${caseButton(by, 'merge', 'Merge', each, { product, into, show }, 'primary')}${keep}`;
  const words = left.name.split(' ').slice(0, 3).join(' ');
  const move = searchPath({ offer, product, q: words });
  return html`${into ? caseButton(by, 'split', 'Move to the right one', each, { ...subject, into }, 'primary') : ''}
${right ? caseButton(by, 'split', 'Split off', each, subject, into ? '' : 'primary') : ''}${keep}
<a class="button small" href="${move}" aria-label="Move ${left.name} to another product">Move …</a>`;
}

function decisionColumns(by: Operator): Column<DecisionRow>[] {
  const named = (id: string | null, name: string | null) =>
    id && html`<a href="${productPath(id, name ?? '')}">${name}</a>`;
  return [
    [
      'What',
      ({ kind, offer, product, shop }) => lines(`${kind}: ${offer ?? product}`, shop ?? ''),
      'admin-words',
    ],
    ['Product', ({ productId, product }) => named(productId, product) ?? '–', 'admin-words'],
    ['Went to', ({ intoId, into }) => named(intoId, into) ?? '–', 'admin-words'],
    ['Why', ({ because }) => because.join('; '), 'admin-words small'],
    ['Offers moved', ({ offers }) => offers, 'number'],
    ['Decided', ({ decidedAt, decidedBy }) => lines(moment(decidedAt), decidedBy)],
    ['Actions', (row) => undoButton(by, row)],
  ];
}

function undoButton(
  by: Operator,
  { id, kind, offer, product, undoneAt, undoneBy }: DecisionRow,
): Html {
  if (undoneAt) return lines(badge('grey', 'undone'), html`${moment(undoneAt)}, ${undoneBy}`);
  const of = `the ${kind} of ${offer ?? product}`;
  const fields = { decision: id, show: 'decided' };
  return actionButton(by, { path: `${MATCHES}/undo`, label: 'Undo', of, fields });
}
