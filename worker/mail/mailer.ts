import type { ClaimedMail, Reach } from '#db/queries/mails/mails.ts';

export type Delivery =
  | { outcome: 'sent' }
  /** The server did not accept the mail: a retry cannot send it twice. */
  | { outcome: 'later'; error: string }
  /** The server refused the mail permanently, or may have accepted it. */
  | { outcome: 'failed'; error: string };

/** Delivers mails to a server. */
export interface Mailer {
  /** The kinds of recipients that it can send to. */
  readonly reach: readonly Reach[];
  /** Sends a mail. Runs `onTransfer` before the server gets the first byte; if that throws, it gets none. */
  send(mail: ClaimedMail, onTransfer: () => Promise<void>): Promise<Delivery>;
}
