import { hostname } from 'node:os';
import type { EntityManager } from '@mikro-orm/postgresql';
import { crawlProgress } from '#db/queries/crawl/crawl-progress.ts';
import {
  addMail,
  furtherShopsMailKey,
  lastMailAt,
  lockOperatorsToNotify,
  type OperatorToNotify,
  type QuarantinedShop,
  quarantinedShop,
  quarantineMailKey,
  rewriteMail,
  unannouncedShops,
} from '#db/queries/mails/mails.ts';
import { waitingMatches } from '#db/queries/matches/cases.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import type { Config } from '#db/runtime/config.ts';
import { diskSpace, spaceText } from '#db/runtime/disk-space.ts';
import { dateOf, momentText } from '#domain/calendar.ts';
import type { BadVerdict } from '#domain/offers/run-quarantine.ts';
import { composeMail, type MailText } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { HOUR_MS } from '#domain/time.ts';

/** The configuration for mails to operators: the site's address, the sender, and whether there is a webhook. */
export type Letterhead = Pick<Config, 'siteUrl' | 'mailFrom'> & { hasWebhook: boolean };

/** Maximum mails about single shops that an operator gets in a day, as every shop is quarantined when our own network is down. */
const SHOP_MAILS_PER_DAY = 3;
/** Delay of the mail about further shops, so that it covers more of them. */
const GATHERING_MS = HOUR_MS;

/**
 * Mails operators about a quarantined shop: three mails a day, then one about all others. Call in the transaction that began the
 * quarantine.
 */
export async function mailQuarantine(tx: EntityManager, runId: string, letterhead: Letterhead) {
  const operators = await lockOperatorsToNotify(tx, letterhead.hasWebhook);
  if (operators.length === 0) return;
  const text = quarantineMail(await quarantinedShop(tx, runId), letterhead);
  for (const operator of operators) {
    if (operator.mails < SHOP_MAILS_PER_DAY) {
      const key = quarantineMailKey(runId, operator.id);
      await addMail(tx, { key, kind: 'quarantine', recipient: operator.email, text });
    } else {
      await mailFurtherShops(tx, runId, operator, letterhead);
    }
  }
}

async function mailFurtherShops(
  tx: EntityManager,
  runId: string,
  { id, email, summaryId, summaryIsWaiting }: OperatorToNotify,
  letterhead: Letterhead,
): Promise<void> {
  if (summaryId !== null && !summaryIsWaiting) return;
  const text = furtherShopsMail(await unannouncedShops(tx, id), letterhead);
  if (summaryId !== null) return rewriteMail(tx, summaryId, text);
  const key = furtherShopsMailKey(runId, id);
  await addMail(tx, { key, kind: 'quarantine', recipient: email, text }, GATHERING_MS);
}

const REASONS: Readonly<Record<BadVerdict, string>> = {
  moved: 'prices fell by more than 60 % or rose to more than three times the last price',
  vanished: 'pages that had a price now return 404',
  failed: 'pages that had a price now state none or cannot be read',
};

const SHOPS_NAMED = 10;

/** The mail about one quarantined shop: why, and that it can wait until the morning. */
function quarantineMail(shop: QuarantinedShop, letterhead: Letterhead): MailText {
  const { retailer, kind, bad, judged, beganAt } = shop;
  return mailToOperator(
    `${retailer}: new prices are held back`,
    [
      `${retailer} has been quarantined since ${momentText(beganAt.getTime())} (Sydney time): ${REASONS[kind]}.`,
      `${bad} of the newest ${judged} readings were bad, most of them for that reason.`,
      'Shoppers see the last good prices with their age. The new prices trigger no price alert.',
      `You need not act now. The crawler probes the shop after 10 minutes, then at growing intervals of up to four hours. The quarantine ends by itself when three pages read as expected. ${WHEN_TO_ACT[kind]}`,
    ],
    letterhead,
  );
}

const WHEN_TO_ACT: Readonly<Record<BadVerdict, string>> = {
  moved: 'If the new prices are right, for example in a clearance, approve them.',
  vanished: 'Act only if the shop has closed or moved.',
  failed: 'If our own network was down, the quarantine ends once it is back.',
};

/** The mail that counts further shops quarantined on the same day; the last of that day. */
function furtherShopsMail(names: readonly string[], letterhead: Letterhead): MailText {
  const count = names.length === 1 ? '1 more shop' : `${names.length} more shops`;
  const left = names.length - SHOPS_NAMED;
  const listed = names.slice(0, SHOPS_NAMED).join(', ') + (left > 0 ? ` and ${left} others` : '');
  return mailToOperator(
    `${count}: new prices are held back`,
    [
      `${count} ${names.length === 1 ? 'is' : 'are'} quarantined besides those in the earlier mails: ${listed}.`,
      'When many shops fail at once, our own network is the likelier cause. Shoppers see the last good prices with their age.',
      'The crawler probes each shop, and each quarantine ends by itself when the pages read as expected. You get no further mail about quarantines for a day.',
    ],
    letterhead,
  );
}

/** Mails operators, at most once a day, if the crawl has stalled. */
export async function mailCrawlStalled(em: EntityManager, letterhead: Letterhead): Promise<void> {
  const { due, stalledS } = await crawlProgress(em);
  if (stalledS === 0) return;
  const text = mailToOperator(
    'The crawl has stalled',
    [
      `${due} pages are due, and no page has been read for ${Math.round(stalledS / 60)} minutes. Shoppers see the last prices with their age.`,
      'Check the logs of the workers and /api/health. If nothing else helps, restart the workers. You get no further mail about this stall today.',
    ],
    letterhead,
    { label: 'See the retailers', path: '/admin/retailers' },
  );
  await mailOnceADay(em, 'crawl-stalled', text, letterhead);
}

/** Mails operators, at most once a day, if the disk of this machine is nearly full. */
export async function mailDiskLow(
  em: EntityManager,
  dataDir: string,
  letterhead: Letterhead,
): Promise<void> {
  const space = diskSpace(dataDir);
  if (!space.isLow) return;
  const text = mailToOperator(
    'The disk is nearly full',
    [
      `On ${hostname()}, the disk of ${dataDir} has ${spaceText(space)}.`,
      'Once it is full, shoppers see the pages that are known, and nothing new is stored. Nothing that is stored is lost, and everything goes on by itself when there is space.',
      'Free some space or enlarge the disk. You get no further mail about it today.',
    ],
    letterhead,
    { label: 'See the overview', path: '/admin' },
  );
  await mailOnceADay(em, 'disk-low', text, letterhead);
}

/** Mails operators, at most once a day, about waiting matches if there are new ones since the last such mail. */
export async function mailWaitingMatches(em: EntityManager, letterhead: Letterhead): Promise<void> {
  const { reports, proposals } = await waitingMatches(em);
  const isNew = await waitingMatches(em, await lastMailAt(em, 'matches'));
  const fresh = isNew.reports + isNew.proposals;
  if (fresh === 0) return;
  const text = mailToOperator(
    'Matches are waiting for your decision',
    [
      `Reported by shoppers as not the same product: ${reports}. Proposed by the daily check of all links: ${proposals}. New since the last mail: ${fresh}.`,
      'Until you decide, the offers stay grouped as they are. The page shows both offers side by side with the evidence. You can undo each decision.',
    ],
    letterhead,
    { label: 'See the matches', path: '/admin/matches' },
  );
  await mailOnceADay(em, 'matches', text, letterhead);
}

/** Writes one mail of a kind to each operator and the webhook, at most one per day. */
async function mailOnceADay(em: EntityManager, kind: string, text: MailText, to: Letterhead) {
  const day = dateOf(Date.now());
  await inTransaction(em, async (tx) => {
    for (const { id, email } of await lockOperatorsToNotify(tx, to.hasWebhook)) {
      await addMail(tx, { key: `${kind}:${day}:${id}`, kind, recipient: email, text });
    }
  });
}

const QUARANTINE_LINK = { label: 'See the held prices', path: '/admin/quarantine' };

function mailToOperator(
  subject: string,
  paragraphs: string[],
  { siteUrl, mailFrom }: Letterhead,
  { label, path } = QUARANTINE_LINK,
): MailText {
  return composeMail(
    {
      subject,
      paragraphs,
      action: { label, url: siteUrl + path },
      because: `You get this mail because you are an operator of ${SITE_NAME}.`,
    },
    mailFrom,
  );
}
