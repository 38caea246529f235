import { html } from 'hono/html';
import { dateOf } from '#domain/calendar.ts';
import { messageOf } from '#domain/errors.ts';
import {
  checkedText,
  deliverySentences,
  promiseConditions,
  promiseText,
} from '#domain/retailers/facts-text.ts';
import { type RetailerFacts, retailerFacts } from '#domain/retailers/retailer-facts.ts';
import type { Html } from '../api/core/page.ts';
import { csrfField, shopLink } from './layout.ts';

/** Reads facts in the form of a profile file; faults name the field: 'delivery.source: Invalid URL'. */
export function readFacts(json: string): { facts: RetailerFacts | null; faults: string[] } {
  try {
    const { data = null, error } = retailerFacts.safeParse(JSON.parse(json));
    const faults = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { facts: data, faults: faults ?? [] };
  } catch (error) {
    return { facts: null, faults: [messageOf(error)] };
  }
}

type StoredFacts = { [Name in keyof RetailerFacts]?: RetailerFacts[Name] | undefined };

/** What is known of a retailer's delivery and price promise, and a form to change it; `draft` is what could not be saved. */
export function factsSection(
  { delivery = null, priceMatch = null }: StoredFacts,
  draft?: { written: string; faults: string[] },
): Html {
  const known = [
    delivery && ([deliverySentences(delivery).join(' '), delivery] as const),
    priceMatch &&
      ([
        `It ${promiseText(priceMatch)}. ${promiseConditions(priceMatch).join(' ')}`,
        priceMatch,
      ] as const),
  ].filter((fact) => fact !== null);
  const json = JSON.stringify({ delivery, priceMatch }, null, 2);
  return html`${known.map(([text, fact]) => html`<p>${text} ${checkedText(fact)}: ${shopLink(fact.source, 'source')}</p>`)}
${known.length === 0 ? html`<p class="muted">Nobody has read it. Shoppers are told that delivery is not known.</p>` : ''}
<details ${draft ? html`open` : ''}><summary>Change</summary>
<form class="stack tight" method="post">${csrfField()}
<p class="muted">JSON as in a profile file. State only what a page of the shop says, with its address and today’s date (${dateOf(Date.now())}); a
later date replaces the profile’s.</p>
${draft ? html`<p class="field-fault" role="alert">Not saved. ${draft.faults.join('; ')}</p>` : ''}
<textarea class="input figures" name="facts" rows="16" maxlength="20000" spellcheck="false" aria-label="Delivery and price promise as JSON">${draft?.written ?? json}</textarea>
<button class="button small">Save</button></form></details>`;
}
