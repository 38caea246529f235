import type { EntityManager } from '@mikro-orm/postgresql';
import { dueMails, giveUpStuckMails } from '#db/queries/mails/mails.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';

const MAILS_A_SWEEP = 200;
/** Far longer than a delivery may take: whoever claimed the mail is dead. */
const STUCK_AFTER_MS = 10 * 60 * 1000;

/** Adds a job for every mail that is due, and gives up those whose sender died. */
export async function sweepMails(em: EntityManager, queues: Queues): Promise<void> {
  await giveUpStuckMails(em, STUCK_AFTER_MS);
  const ids = await dueMails(em, MAILS_A_SWEEP);
  await queues.addMany(
    JOBS.mail,
    ids.map((mailId) => ({ mailId })),
  );
}
