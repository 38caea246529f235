import { expect, test } from 'vitest';
import { composeMail } from './mail-text.ts';

test('drops characters that hide or reorder the words of a name', () => {
  const name = 'Mulga \u202eelttek\u202c\u0007 Kettle\u{e0041}\u2060';
  const mail = composeMail(
    { subject: `${name} is now $9`, paragraphs: [`${name}\nfell.`], because: 'You asked.' },
    'Priceroo <hello@prices.example>',
  );
  expect(mail.subject).toBe('Mulga elttek Kettle is now $9');
  expect(mail.text).toContain('Mulga elttek  Kettle\nfell.');
  expect(mail.html).not.toMatch(/[\p{Cf}\p{DI}]|(?!\n)\p{Cc}/u);
});
