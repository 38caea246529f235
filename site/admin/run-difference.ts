import { html } from 'hono/html';
import { z } from 'zod';
import {
  DIFFERENCES,
  type Difference,
  type DifferentOffer,
} from '#db/queries/operators/run-difference.ts';
import { cents, formatAud } from '#domain/money.ts';
import { adminTable, count, lines } from './layout.ts';

type RunChoice = { id: string; kind: string; startedAt: Date };

/** Offers shown of each difference. */
export const SAMPLES = 5;

const TITLES: Readonly<Record<Difference, string>> = {
  new: 'New',
  gone: 'Gone',
  dearer: 'Dearer',
  cheaper: 'Cheaper',
};

const chosenRuns = z.object({ from: z.uuid(), to: z.uuid() });

/** The two runs that the address of the page names, the earlier first; null where it names none of `runs`. */
export function comparedRuns(query: unknown, runs: readonly RunChoice[]): [string, string] | null {
  const { data } = chosenRuns.safeParse(query);
  const chosen = runs.filter(({ id }) => id === data?.from || id === data?.to);
  // The newest come first.
  const [later, earlier] = chosen;
  return later && earlier ? [earlier.id, later.id] : null;
}

/** The form that chooses two runs, and what changed between them where two are chosen. */
export function runDifferenceSection(
  runs: readonly RunChoice[],
  compared: [string, string] | null,
  offers: readonly DifferentOffer[],
  { isAsked, linkTo }: { isAsked: boolean; linkTo(url: string): string },
) {
  if (runs.length < 2) return html`<p class="muted">There are no two runs to compare yet.</p>`;
  const [from, to] = compared ?? [runs[1]?.id, runs[0]?.id];
  const choice = (label: string, name: string, chosen: string | undefined) =>
    html`<div class="field"><label for="${name}">${label}</label><select class="input" id="${name}" name="${name}">
${runs.map(
  ({ id, kind, startedAt }) =>
    html`<option value="${id}" ${id === chosen ? html`selected` : ''}>${startedAt.toISOString().slice(0, 16).replace('T', ' ')} ${kind}</option>`,
)}</select></div>`;
  return html`<form class="row admin-choice" method="get" action="#difference">
${choice('From the end of', 'from', from)}${choice('to the end of', 'to', to)}
<button class="button">Compare</button></form>
${compared ? differenceTables(offers, linkTo) : isAsked ? html`<p class="admin-fault" role="alert">Choose two different runs of this retailer.</p>` : ''}`;
}

function differenceTables(offers: readonly DifferentOffer[], linkTo: (url: string) => string) {
  const of = (difference: Difference) => offers.filter((offer) => offer.difference === difference);
  const all = (difference: Difference) => of(difference)[0]?.offers ?? 0;
  if (offers.length === 0) return html`<p>Nothing differs between the two.</p>`;
  return html`<p>${DIFFERENCES.map((each) => `${TITLES[each]}: ${count(all(each))}`).join(', ')}.</p>
${DIFFERENCES.filter((each) => all(each) > 0).map(
  (each) => html`<h3>${TITLES[each]}</h3>
${all(each) > SAMPLES ? html`<p class="muted">The first ${SAMPLES} of ${count(all(each))}, the largest change of price first.</p>` : ''}
${adminTable(TITLES[each], of(each), [
  ['Offer', ({ name, url }) => html`<a href="${linkTo(url)}" rel="noreferrer">${name}</a>`],
  [
    'Price',
    ({ beforeCents, afterCents }) =>
      lines(
        dollars(afterCents),
        beforeCents === null || beforeCents === afterCents ? '' : `was ${dollars(beforeCents)}`,
      ),
    'number',
  ],
])}`,
)}`;
}

const dollars = (amount: number | null) => (amount === null ? '–' : formatAud(cents(amount)));
