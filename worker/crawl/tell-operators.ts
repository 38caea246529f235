import type { EntityManager } from '@mikro-orm/postgresql';
import { addMail, rewriteMail } from '#db/queries/mails/mails.ts';
import {
  furtherShopsMailKey,
  lockToldOperators,
  quarantinedShop,
  quarantineMailKey,
  shopsNotTold,
  type ToldOperator,
} from '#db/queries/mails/operator-mails.ts';
import { HOUR_MS } from '#domain/time.ts';
import { furtherShopsMail, type Letterhead, quarantineMail } from './quarantine-mail.ts';

/** Mails about one shop each, an operator and day. When our own network is down, every shop is quarantined. */
const SHOPS_A_DAY = 3;
/** The mail about further shops waits this long for still more of them. */
const GATHERING_MS = HOUR_MS;

/**
 * Puts a mail to each operator into the outbox: this shop is quarantined. After three a day, one more that counts the
 * further shops; after that, nothing until a day has passed. To be called in the transaction that began the quarantine.
 */
export async function tellOperators(
  tx: EntityManager,
  runId: string,
  letterhead: Letterhead,
): Promise<void> {
  const operators = await lockToldOperators(tx);
  if (operators.length === 0) return;
  const text = quarantineMail(await quarantinedShop(tx, runId), letterhead);
  for (const operator of operators) {
    if (operator.mails < SHOPS_A_DAY) {
      const key = quarantineMailKey(runId, operator.id);
      await addMail(tx, { key, kind: 'quarantine', recipient: operator.email, text });
    } else {
      await tellOfFurtherShops(tx, runId, operator, letterhead);
    }
  }
}

async function tellOfFurtherShops(
  tx: EntityManager,
  runId: string,
  { id, email, summaryId, summaryIsWaiting }: ToldOperator,
  letterhead: Letterhead,
): Promise<void> {
  if (summaryId !== null && !summaryIsWaiting) return;
  const text = furtherShopsMail(await shopsNotTold(tx, id), letterhead);
  if (summaryId !== null) return rewriteMail(tx, summaryId, text);
  const key = furtherShopsMailKey(runId, id);
  await addMail(tx, { key, kind: 'quarantine', recipient: email, text }, GATHERING_MS);
}
