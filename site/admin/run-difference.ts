import { html } from 'hono/html';
import { z } from 'zod';
import {
  DIFFERENCES,
  type Difference,
  type DifferentOffer,
} from '#db/queries/operators/run-difference.ts';
import { cents, formatAud } from '#domain/money.ts';
import type { Html } from '../api/core/page.ts';
import { adminTable, count, lines, minuteText, selectField } from './layout.ts';

type RunChoice = { id: string; kind: string; startedAt: Date };

/** Offers listed for each kind of difference. */
export const SAMPLES = 5;

const TITLES: Readonly<Record<Difference, string>> = {
  new: 'New',
  gone: 'Gone',
  dearer: 'Dearer',
  cheaper: 'Cheaper',
};

const chosenRuns = z.object({ from: z.uuid(), to: z.uuid() });

/** The ids of the two runs that the query names, earlier first; null unless it names two of `runs`. */
export function comparedRuns(query: unknown, runs: readonly RunChoice[]): [string, string] | null {
  const { data } = chosenRuns.safeParse(query);
  const chosen = runs.filter(({ id }) => id === data?.from || id === data?.to);
  // `runs` are sorted newest first.
  const [later, earlier] = chosen;
  return later && earlier ? [earlier.id, later.id] : null;
}

/** A form to choose two runs, and the differences between them once chosen. */
export function runDifferenceSection(
  runs: readonly RunChoice[],
  compared: [string, string] | null,
  offers: readonly DifferentOffer[],
  { isSubmitted, link }: { isSubmitted: boolean; link: Link },
) {
  if (runs.length < 2)
    return html`<p class="muted">Fewer than two runs so far: nothing to compare.</p>`;
  const [from, to] = compared ?? [runs[1]?.id, runs[0]?.id];
  const options = runs.map(
    ({ id, kind, startedAt }) => [id, `${minuteText(startedAt)} ${kind}`] as const,
  );
  return html`<form class="row admin-choice" method="get" action="#difference">
${selectField('From the end of', 'from', from, options)}${selectField('to the end of', 'to', to, options)}
<button class="button">Compare</button></form>
${compared ? differenceTables(offers, link) : isSubmitted ? html`<p class="admin-fault" role="alert">Choose two different runs of this retailer.</p>` : ''}`;
}

type Link = (url: string, text: string) => Html | string;

function differenceTables(offers: readonly DifferentOffer[], link: Link) {
  const of = (difference: Difference) => offers.filter((offer) => offer.difference === difference);
  const all = (difference: Difference) => of(difference)[0]?.offers ?? 0;
  if (offers.length === 0) return html`<p>The two runs do not differ.</p>`;
  return html`<p>${DIFFERENCES.map((each) => `${TITLES[each]}: ${count(all(each))}`).join(', ')}.</p>
${DIFFERENCES.filter((each) => all(each) > 0).map(
  (each) => html`<h3>${TITLES[each]}</h3>
${all(each) > SAMPLES ? html`<p class="muted">${SAMPLES} of ${count(all(each))}, largest price change first.</p>` : ''}
${adminTable(TITLES[each], of(each), [
  ['Offer', ({ name, url }) => link(url, name)],
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
