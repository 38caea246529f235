/* The day's mail of alerts, from eight in Sydney on. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { takeDigestLines, waitingDigests } from '#db/queries/alerts/digest.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { dateOf, localMs } from '#domain/calendar.ts';
import { counted } from '#domain/text/counted.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { MemberMailConfig } from '../mail/mailers.ts';

/** The shoppers' hour from which it is sent. */
const FIRST_HOUR = 8;

/** Thrown to keep lines whose address already had its mail of the day. */
class HadToday extends Error {}

/**
 * Mails each address the alerts that fired since its last such mail, at most once in a day of Sydney: lines are deleted in the transaction
 * that adds the mail. Returns the number of mails; 0 before eight.
 */
export async function sendDigests(
  em: EntityManager,
  config: MemberMailConfig,
  nowMs: number,
): Promise<number> {
  if (localMs(nowMs) % DAY_MS < FIRST_HOUR * HOUR_MS) return 0;
  let mails = 0;
  for (const { user, email } of await waitingDigests(em)) {
    const key = `alerts:${user}:${email}:${dateOf(nowMs)}`;
    try {
      await inTransaction(em, async (tx) => {
        const lines = await takeDigestLines(tx, user, email);
        if (!lines[0]) return;
        const text = digestText(lines, user, email, config);
        if (!(await addMail(tx, { key, kind: 'alert', recipient: email, text })))
          throw new HadToday();
        mails += 1;
      });
    } catch (fault) {
      if (!(fault instanceof HadToday)) throw fault;
    }
  }
  return mails;
}

function digestText(
  lines: readonly string[],
  user: string,
  email: string,
  { siteUrl, mailFrom, authSecret }: MemberMailConfig,
) {
  const token = signLink(authSecret, 'end-alert', `${user} ${email}`);
  return composeMail(
    {
      subject: `${counted(lines.length, 'price alert')} today`,
      paragraphs: [
        ...lines,
        'Prices can change at any time, and may have since; delivery may cost extra. So check the shop before you buy.',
      ],
      action: { label: 'Your alerts', url: `${siteUrl}/profile#alerts` },
      because: `You get this mail because you chose to have your price alerts on ${SITE_NAME} in one mail a day.`,
      unsubscribeUrl: `${siteUrl}/api/alerts/unsubscribe?token=${token}`,
    },
    mailFrom,
  );
}
