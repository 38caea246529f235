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

/** Mails each person whose passes got cheaper, once per price, in one transaction. Returns the number of mails. */
export async function runPasses(em: EntityManager, config: MemberMailConfig): Promise<number> {
  return inTransaction(em, async (tx) => {
    const ofPersons = Map.groupBy(await tellPasses(tx), ({ user }) => user).values();
    let mails = 0;
    for (const passes of ofPersons) if (await addMail(tx, mailOf(passes, config))) mails += 1;
    return mails;
  });
}

function mailOf(passes: CheaperPass[], { siteUrl, mailFrom, authSecret }: MemberMailConfig) {
  const [first] = passes;
  if (!first) throw new RangeError('a mail is about at least one pass');
  const { id, user, recipient, shop, name, productId } = first;
  const isOne = passes.length === 1;
  const until = dayText(Math.max(...passes.map(({ endsAt }) => endsAt.getTime())));
  const text = composeMail(
    {
      subject: isOne
        ? `${shop} now sells it ${lessOf(first)} cheaper`
        : `${passes.length} of your purchases are cheaper now`,
      paragraphs: [
        ...passes.map(sentenceOf),
        `Some shops refund the difference for a while after the purchase. Ask ${isOne ? shop : 'the shop'} and show this price, which can change at any time.`,
        `We check ${isOne ? `the price until ${until}` : `these prices, the last until ${until},`} and write again only if ${isOne ? 'it' : 'one'} falls further.`,
      ],
      action: isOne
        ? { label: 'See the price and its history', url: siteUrl + productPath(productId, name) }
        : { label: 'See your price passes', url: `${siteUrl}/price-pass` },
      because: `You get this mail because you set a price pass for ${isOne ? 'this purchase' : 'these purchases'} on ${SITE_NAME}.`,
      unsubscribeUrl: `${siteUrl}/api/price-pass/unsubscribe?token=${signLink(authSecret, 'end-pass', isOne ? id : user)}`,
    },
    mailFrom,
  );
  // A pass is told each price once, so no other mail begins with this one.
  return { key: `pass:${user}:${id}:${first.priceCents}`, kind: 'pass', recipient, text };
}

const lessOf = ({ paidCents, priceCents }: CheaperPass) => formatAud(cents(paidCents - priceCents));

function sentenceOf({ name, shop, paidCents, priceCents }: CheaperPass): string {
  const product = foldSpaces(name).trim();
  return `${product}: you paid ${formatAud(paidCents)} at ${shop}, which now charges ${formatAud(priceCents)}.`;
}
