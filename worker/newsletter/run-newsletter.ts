/* The newsletter: each week, one mail with the largest genuine price drops to every address that is confirmed by Thursday. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { addMail } from '#db/queries/mails/mails.ts';
import { type GenuineDrop, genuineDrops } from '#db/queries/products/genuine-drops.ts';
import { subscribersWithoutMail } from '#db/queries/shoppers/newsletter.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { dayOf, dayStart, localMs } from '#domain/calendar.ts';
import { formatAud } from '#domain/money.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { composeMail, type MailText } from '#domain/text/mail-text.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { MemberMailConfig } from '../mail/mailers.ts';

const DROPS = 8;
/** Addresses read at a time. */
const BATCH = 500;
/** The shoppers' hour from which it is sent. */
const FIRST_HOUR = 7;

/**
 * Adds this week's mail for each address that does not have it yet: on Thursday, or later in the week if no worker ran on that day. Addresses
 * confirmed after Thursday wait for the next one. Returns the number added; 0 before 7 in Sydney, and while no price is well below its
 * usual level.
 */
export async function runNewsletter(
  em: EntityManager,
  config: MemberMailConfig,
  nowMs: number,
  stop?: AbortSignal,
): Promise<number> {
  if (localMs(nowMs) % DAY_MS < FIRST_HOUR * HOUR_MS) return 0;
  // 1 January 1970 was a Thursday.
  const thursday = dayOf(nowMs) - (dayOf(nowMs) % 7);
  const keyStart = `newsletter:${thursday}:`;
  const confirmedBefore = new Date(dayStart(thursday + 1));
  let drops: GenuineDrop[] | null = null;
  let mails = 0;
  for (let after = ''; !stop?.aborted; ) {
    const page = { after, limit: BATCH };
    const recipients = await subscribersWithoutMail(em, keyStart, confirmedBefore, page);
    if (recipients.length > 0) drops ??= await genuineDrops(em, {}, DROPS, nowMs);
    if (!drops?.length) break;
    for (const recipient of recipients) {
      if (stop?.aborted) break;
      const text = newsletterText(drops, recipient, config);
      const mail = { key: keyStart + recipient, kind: 'newsletter', recipient, text };
      if (await addMail(em, mail)) mails += 1;
    }
    after = recipients.at(-1) ?? after;
    if (recipients.length < BATCH) break;
  }
  return mails;
}

/** The text for one subscriber; its link ends the subscription. */
function newsletterText(
  drops: readonly GenuineDrop[],
  recipient: string,
  { siteUrl, mailFrom, authSecret }: MemberMailConfig,
): MailText {
  const end = signLink(authSecret, 'end-newsletter', recipient);
  return composeMail(
    {
      subject: 'The week’s real price drops',
      paragraphs: [
        'These prices are well below what the product usually costs, by our own records of the past year.',
        ...drops.map(sentenceOf),
        'Prices can change at any time, so check the shop before you buy.',
        ...(drops.some(({ offer }) => offer.source === 'demo')
          ? ['These shops and prices are a demonstration.']
          : []),
      ],
      action: { label: 'See all drops', url: `${siteUrl}/deals` },
      because: `You get this mail because ${recipient} is subscribed to our newsletter.`,
      unsubscribeUrl: `${siteUrl}/api/newsletter/unsubscribe?token=${end}`,
    },
    mailFrom,
  );
}

function sentenceOf({ offer, usualCents, fallPercent }: GenuineDrop): string {
  const { productName, retailerName, priceCents } = offer;
  const name = foldSpaces(productName).trim();
  return `${name}: ${formatAud(priceCents)} at ${retailerName}, ${fallPercent}% below its usual ${formatAud(usualCents)}.`;
}
