/* Sealed reset links: texts that shops and people write cannot open them, and cannot stop a mail or newsletter. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seal } from '#db/runtime/signed-link.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import type { Mailer } from '#worker/mail/mailer.ts';
import { createSmtpMailer } from '#worker/mail/mailers.ts';
import { type FakeSmtp, startFakeSmtp } from '../../support/fake-smtp.ts';
import { figure } from '../../support/figure.ts';
import { MAIL_CONFIG } from '../../support/mail-config.ts';

const TOKEN = 'the-token-of-somebody-else';
const stolen = seal(MAIL_CONFIG.authSecret, 'reset:digest:somebody', TOKEN);
const HOSTILE = [
  stolen,
  `Kettle ${stolen} 1.7L`,
  stolen.slice(0, -1),
  stolen.replace('sealed.', 'sealed.sealed.'),
  `${stolen}${stolen}`,
  stolen.toUpperCase(),
  'factory-sealed.Nimbus-Games-Console-White-64GB-Australian-Stock',
  `sealed.${'A'.repeat(40)}`,
  `sealed.${'-_'.repeat(20_000)}`,
  'sealed.'.repeat(5_000),
  `sealed\u200b.${stolen.slice(7)}`,
  `<b>${stolen}</b>&amp;`,
];

let smtp: FakeSmtp;
let mailer: Mailer;
beforeAll(async () => {
  smtp = await startFakeSmtp();
  mailer = createSmtpMailer({ ...MAIL_CONFIG, smtpUrl: smtp.url });
});
afterAll(() => smtp.close());

test('every hostile text is sent, and none is opened', async () => {
  let sent = 0;
  for (const kind of ['alert', 'newsletter', 'account']) {
    for (const [nth, text] of HOSTILE.entries()) {
      const content = { subject: text.slice(0, 200), paragraphs: [text], because: text };
      const mail = {
        ...composeMail(content, MAIL_CONFIG.mailFrom),
        kind,
        recipient: 'kylie@example.com',
      };
      const claim = { id: `${kind}-${nth}`, key: `${kind}:${nth}`, attempts: 1, ageMs: 0 };
      expect(await mailer.send({ ...claim, ...mail }, async () => {})).toEqual({ outcome: 'sent' });
      sent += 1;
    }
  }
  expect(smtp.mails).toHaveLength(sent);
  const opened = smtp.mails.filter(({ message }) =>
    message.replaceAll('=\r\n', '').includes(TOKEN),
  );
  figure(`${sent} mails with ${HOSTILE.length} hostile texts: ${opened.length} links opened`);
  expect(opened).toEqual([]);
});

test('a reset mail opens its own link', async () => {
  smtp.mails.length = 0;
  const key = 'reset:digest:owner';
  const text = `Link: ${seal(MAIL_CONFIG.authSecret, key, 'my-own-token')}`;
  const envelope = { id: '1', key, kind: 'reset', recipient: 'kylie@example.com' };
  const claim = { ...envelope, subject: 'Reset', text, html: text, attempts: 1, ageMs: 0 };
  await mailer.send(claim, async () => {});
  expect(smtp.mails[0]?.message).toContain('my-own-token');
});
