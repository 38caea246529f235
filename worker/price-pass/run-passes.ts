/* Price passes: mails members when the shop where they bought charges less than they paid. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { addMail } from '#db/queries/mails/mails.ts';
import { tellPasses } from '#db/queries/price-pass/passes.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { dayText } from '#domain/calendar.ts';
import { cents, formatAud } from '#domain/money.ts';
import { productPath } from '#domain/public-path.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import type { MemberMailConfig } from '../mail/mailers.ts';

type CheaperPass = Awaited<ReturnType<typeof tellPasses>>[number];

/** Mails each pass whose shop got cheaper, once per price, in one transaction. Returns the number of mails. */
export async function runPasses(em: EntityManager, config: MemberMailConfig): Promise<number> {
  return inTransaction(em, async (tx) => {
    let mails = 0;
    for (const pass of await tellPasses(tx)) {
      if (await addMail(tx, mailOf(pass, config))) mails += 1;
    }
    return mails;
  });
}

function mailOf(pass: CheaperPass, { siteUrl, mailFrom, authSecret }: MemberMailConfig) {
  const { id, name, shop, paidCents, priceCents, endsAt, productId, recipient } = pass;
  const product = foldSpaces(name).trim();
  const less = formatAud(cents(paidCents - priceCents));
  const text = composeMail(
    {
      subject: `${shop} now sells it ${less} cheaper`,
      paragraphs: [
        `${product}: you paid ${formatAud(paidCents)} at ${shop}, which now charges ${formatAud(priceCents)}.`,
        `Some shops refund the difference for a while after the purchase. Ask ${shop} and show this price, which can change at any time.`,
        `We check the price until ${dayText(endsAt.getTime())} and write again only if it falls further.`,
      ],
      action: {
        label: 'See the price and its history',
        url: siteUrl + productPath(productId, name),
      },
      because: `You get this mail because you set a price pass for this purchase on ${SITE_NAME}.`,
      unsubscribeUrl: `${siteUrl}/api/price-pass/unsubscribe?token=${signLink(authSecret, 'end-pass', id)}`,
    },
    mailFrom,
  );
  return { key: `pass:${id}:${priceCents}`, kind: 'pass', recipient, text };
}
