import type { EntityManager } from '@mikro-orm/postgresql';
import { html } from 'hono/html';
import { dollarsOf, type ModelSpending } from '#db/queries/asks/asks.ts';
import { errorKindsToday } from '#db/queries/operators/errors.ts';
import { lateRetailers, type OperatorFigures, twoDays } from '#db/queries/operators/overview.ts';
import { workersSeen } from '#db/queries/operators/workers.ts';
import { type DiskSpace, diskSpace, spaceText } from '#db/runtime/disk-space.ts';
import { countText } from '#domain/count-text.ts';
import { counted } from '#domain/text/counted.ts';
import type { Html } from '../api/core/page.ts';
import { adminTable, badge, type Column, duration, moment, sectionPage } from './layout.ts';
import type { AdminApp } from './operator-session.ts';
import { SECURITY_PATH } from './sign-in-page.ts';

/** A page is late after this many times RECHECK_MINUTES. */
const LATE_FACTOR = 4;

const NO_SECOND_FACTOR = html`<div class="notice tone-yellow"><p><strong>Your account has no second factor.</strong> A stolen password would
open these pages. <a href="${SECURITY_PATH}">Set up an authenticator app</a>, then sign in here again.</p></div>`;

const diskNotice = (space: DiskSpace) =>
  html`<div class="notice tone-yellow"><p><strong>The disk is nearly full:</strong> ${spaceText(space)}. Once it is full, nothing new is stored.</p></div>`;

const LATE: Column<Awaited<ReturnType<typeof lateRetailers>>[number]>[] = [
  ['Retailer', ({ slug, name }) => html`<a href="/admin/retailers/${slug}">${name}</a>`],
  ['Late pages', ({ pages }) => countText(pages), 'number'],
  ['Since', ({ since }) => moment(since)],
];

type ModelUse = OperatorFigures['modelUse'];

/** Tokens of the last 24 hours by model, and what they cost where the price is configured. */
function modelSection(used: ModelUse, spending?: ModelSpending) {
  const priced: Column<ModelUse[number]>[] = spending
    ? [['Cost', (use) => `US$${dollarsOf(use, spending.perMillion).toFixed(2)}`, 'number']]
    : [];
  const limit = spending?.dollarsADay ?? null;
  return html`<h2>The model in 24 hours</h2>
${limit === null ? '' : html`<p class="muted">The model rests at US$${limit.toFixed(2)} a day.</p>`}
${adminTable('The model in 24 hours', used, [
  ['Model', ({ model }) => model],
  ['Tokens in', ({ tokensIn }) => countText(tokensIn), 'number'],
  ['Tokens out', ({ tokensOut }) => countText(tokensOut), 'number'],
  ...priced,
])}`;
}

/** How many workers live, and when the last was seen; one that stopped cleanly is forgotten. */
export async function workersText(em: EntityManager): Promise<Html> {
  const { alive, lastSeenAt } = await workersSeen(em);
  const count = alive > 0 ? badge('green', counted(alive, 'worker')) : badge('red', 'no worker');
  return html`${count} ${lastSeenAt ? html`last seen ${moment(lastSeenAt)}` : ''}`;
}

/** /admin: open decisions, late pages, failures, and the last 24 hours compared with the 24 hours before. */
export function overviewPage(app: AdminApp): void {
  sectionPage(app, { section: '/admin', title: 'Overview' }, async (c) => {
    const { em, config, figures: readFigures, progress: readProgress } = c.env;
    const lateMinutes = LATE_FACTOR * config.recheckMinutes;
    const [figures, progress, workers, late, errors, [today, before]] = await Promise.all([
      readFigures(),
      readProgress(),
      workersText(em()),
      lateRetailers(em(), lateMinutes),
      errorKindsToday(em()),
      twoDays(em()),
    ]);
    const { reports, proposals } = figures.matches;
    const tasks = [
      { name: 'Shops with held prices', n: figures.quarantined.length, path: '/quarantine' },
      { name: 'Doubted matches', n: reports + proposals, path: '/matches' },
      { name: 'Failed mails', n: figures.mails.failed ?? 0, path: '/outbox?state=failed' },
      { name: 'Kinds of errors in 24 hours', n: errors, path: '/errors' },
    ];
    const compared = [
      { name: 'Runs', now: today.runs, earlier: before.runs },
      { name: 'Pages read', now: today.pages, earlier: before.pages },
      { name: 'Offers seen', now: today.offers, earlier: before.offers },
      { name: 'Prices changed', now: today.changes, earlier: before.changes },
      { name: 'Mails sent', now: today.mails ?? 0, earlier: before.mails ?? 0 },
      { name: 'New accounts', now: today.accounts ?? 0, earlier: before.accounts ?? 0 },
    ];
    const spending = config.openai?.spending;
    const space = diskSpace(config.dataDir);
    return html`${c.get('operator').hasSecondFactor ? '' : NO_SECOND_FACTOR}${space.isLow ? diskNotice(space) : ''}<p>${workers} · ${countText(progress.due)} pages due · ${countText(figures.offers)} offers</p>
<div class="admin-halves"><section class="stack"><h2>To decide</h2>
${adminTable('To decide', tasks, [
  ['Task', ({ name, path }) => html`<a href="/admin${path}">${name}</a>`],
  ['Count', ({ n }) => (n > 0 ? badge('yellow', countText(n)) : '0'), 'number'],
])}
<h2>Late</h2>
<p class="muted">Pages overdue by more than ${duration(lateMinutes)}.</p>
${adminTable('Late', late, LATE, 'No late pages.')}
</section><section class="stack"><h2>The last 24 hours</h2>
${adminTable('The last 24 hours', compared, [
  ['Figure', ({ name }) => name],
  ['Last 24 h', ({ now }) => countText(now), 'number'],
  ['24 h before', ({ earlier }) => countText(earlier), 'number'],
])}</section></div>
${figures.modelUse.length === 0 ? '' : modelSection(figures.modelUse, spending)}`;
  });
}
