/* Alerts: the clock adds alert jobs for prices that meet an alert; a job fires alerts and writes their mails in one transaction. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { addDigestLine } from '#db/queries/alerts/digest.ts';
import {
  type FiredAlert,
  fireAlerts,
  productsWithDueAlerts,
} from '#db/queries/alerts/fire-alerts.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { inGroups } from '#domain/in-groups.ts';
import { JOBS } from '#domain/jobs.ts';
import { cents, formatAud } from '#domain/money.ts';
import { isInStock } from '#domain/offers/availability.ts';
import { counted } from '#domain/text/counted.ts';
import { composeMail, type MailText } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { visibleText } from '#domain/text/visible-text.ts';
import type { MemberMailConfig } from '../mail/mailers.ts';

/**
 * Fires the alerts whose condition is met, in one transaction with their mails, or lines of the day's mail: one for each time that an alert
 * fires. Returns the number fired.
 */
export async function runAlerts(
  em: EntityManager,
  config: MemberMailConfig,
  productIds: string[],
): Promise<number> {
  return inTransaction(em, async (tx) => {
    const fired = await fireAlerts(tx, productIds);
    for (const alert of fired) {
      if (alert.dailyAlerts) {
        await addDigestLine(tx, alert.id, sentenceOf(alert));
        continue;
      }
      const key = `alert:${alert.id}:${alert.firedAt?.getTime()}`;
      const text = alertText(alert, config);
      await addMail(tx, { key, kind: 'alert', recipient: alert.email, text });
    }
    return fired.length;
  });
}

const PRODUCTS_PER_JOB = 100;
const PRODUCTS_PER_SWEEP = 1_000;

export async function sweepAlerts(em: EntityManager, queues: Queues): Promise<void> {
  const productIds = await productsWithDueAlerts(em, PRODUCTS_PER_SWEEP);
  const jobs = [...inGroups(productIds, PRODUCTS_PER_JOB)].map((group) => ({ productIds: group }));
  await queues.addMany(JOBS.alert, jobs);
}

/** The text of a fired alert's mail; its link ends the alert without a sign-in. */
function alertText(
  alert: FiredAlert,
  { siteUrl, mailFrom, authSecret }: MemberMailConfig,
): MailText {
  const { id, productId, productName, isOneShop, retailerName } = alert;
  const price = formatAud(alert.priceCents);
  return composeMail(
    {
      subject: `${shortName(productName)} is now ${price}`,
      paragraphs: [
        `Good news: ${sentenceOf(alert)}`,
        comparison(alert),
        'Prices can change at any time, and delivery may cost extra, so check the shop before you buy.',
        nextStep(alert),
      ],
      action: { label: 'Compare the offers', url: `${siteUrl}/product/${productId}` },
      because: `You get this mail because you set a price alert for this product${isOneShop ? ` at ${retailerName} alone` : ''} on ${SITE_NAME}.`,
      unsubscribeUrl: `${siteUrl}/api/alerts/unsubscribe?token=${signLink(authSecret, 'end-alert', id)}`,
    },
    mailFrom,
  );
}

/** 'Kettle is back in stock, $170.00 at Kite.' */
function sentenceOf({ productName, isBack, priceCents, retailerName, availability }: FiredAlert) {
  const note = isInStock(availability) ? '' : ', which does not state its stock';
  return `${productName} is ${isBack ? 'back in stock, ' : ''}${formatAud(priceCents)} at ${retailerName}${note}.`;
}

function comparison(alert: FiredAlert): string {
  const { priceCents, basePriceCents, targetCents, isOneShop } = alert;
  const saved = basePriceCents - priceCents;
  const there = isOneShop ? ' there' : '';
  const since =
    saved > 0
      ? `That is ${formatAud(cents(saved))} less than the ${formatAud(basePriceCents)} it cost${there} when you set the alert.`
      : `It cost ${formatAud(basePriceCents)}${there} when you set the alert.`;
  if (alert.yearLow) return `That is its lowest price of the past year${there}. ${since}`;
  return targetCents === null ? since : `Your target was ${formatAud(targetCents)}. ${since}`;
}

function nextStep({ kind, restDays }: FiredAlert): string {
  if (restDays > 0) {
    return `The alert stays on: for ${counted(restDays, 'day')} we will only tell you of a further fall.`;
  }
  return kind === 'target'
    ? 'The alert stays on: should the price go back up and fall to your target again, we will tell you.'
    : 'The alert stays on: we will tell you when the price falls further.';
}

/** A product's name for a subject line: shortened at a word boundary, one line of visible text. */
export function shortName(name: string): string {
  const plain = visibleText(name);
  if (plain.length <= 60) return plain;
  return `${plain.slice(0, 60).replace(/\s+\S*$/, '')}…`;
}
