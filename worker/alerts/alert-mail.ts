import type { FiredAlert } from '#db/queries/alerts/fire-alerts.ts';
import { cents, formatAud } from '#domain/money.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { composeMail, type MailText } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';

/** The mail of an alert that fired. `unsubscribeUrl` ends this alert without signing in. */
export function alertMail(
  alert: FiredAlert,
  options: { siteUrl: string; mailFrom: string; unsubscribeUrl: string },
): MailText {
  const name = shortName(alert.productName);
  const price = formatAud(alert.priceCents);
  return composeMail(
    {
      subject: `${name} is now ${price}`,
      paragraphs: [
        `Good news: ${alert.productName} is ${price} at ${alert.retailerName}.`,
        comparison(alert),
        'Prices can change at any time, and delivery may cost extra, so check the shop before you buy.',
        nextStep(alert),
      ],
      action: { label: 'Compare the offers', url: `${options.siteUrl}/product/${alert.productId}` },
      because: `You get this mail because you set a price alert for this product on ${SITE_NAME}.`,
      unsubscribeUrl: options.unsubscribeUrl,
    },
    options.mailFrom,
  );
}

function comparison(alert: FiredAlert): string {
  const { priceCents, basePriceCents, targetCents } = alert;
  const saved = basePriceCents - priceCents;
  const since =
    saved > 0
      ? `That is ${formatAud(cents(saved))} less than the ${formatAud(basePriceCents)} it cost when you set the alert.`
      : `It cost ${formatAud(basePriceCents)} when you set the alert.`;
  return targetCents === null ? since : `Your target was ${formatAud(targetCents)}. ${since}`;
}

function nextStep({ kind }: FiredAlert): string {
  return kind === 'target'
    ? 'The alert stays on: should the price go back up and fall to your target again, we will tell you.'
    : 'The alert stays on: we will tell you when the price falls further.';
}

/** Subjects are cut by mail programs; a word is not. Line breaks never get into a header. */
function shortName(name: string): string {
  const plain = foldSpaces(name).trim();
  if (plain.length <= 60) return plain;
  return `${plain.slice(0, 60).replace(/\s+\S*$/, '')}…`;
}
