import { z } from 'zod';
import { addSubscriber, setSubscriberState } from '#db/queries/shoppers/newsletter.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { EMAIL_MAX, NO_EMAIL_ADDRESS } from '#domain/account/email-address.ts';
import { dateOf } from '#domain/calendar.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { topic } from '../core/call.ts';
import type { ApiServices } from '../core/services.ts';
import { type Mail, withMails } from '../mails/queue-mail.ts';
import { mailLink } from './mail-link.ts';

/** The newsletter, with double opt-in. The server accepts any text with an @, like the screen (spec §5). */
export const newsletterRoutes = topic()
  .anyone('POST /newsletter', 'Asks an address to confirm the newsletter', {
    body: z.object({
      email: z
        .string(NO_EMAIL_ADDRESS)
        .trim()
        .max(EMAIL_MAX, NO_EMAIL_ADDRESS)
        .refine((text) => text.includes('@'), NO_EMAIL_ADDRESS),
    }),
    status: 201,
    async run({ env, body }) {
      const email = body.email.toLowerCase();
      await env.limits.mail(env.remoteAddress, email);
      await withMails(env, async (tx, add) => {
        const isNew = await addSubscriber(tx, email);
        if (isNew && z.email().safeParse(email).success) await add(confirmation(env, email));
      });
    },
  })
  .route(
    '/',
    mailLink('/newsletter/confirm', {
      summary: 'Confirms the newsletter, by the link in its mail',
      purpose: 'confirm-newsletter',
      question: 'Send our newsletter to this address?',
      button: 'Confirm the newsletter',
      act: ({ em }, email) => setSubscriberState(em(), email, 'confirmed'),
      done: 'Thank you. You are subscribed to the newsletter.',
    }),
  )
  .route(
    '/',
    mailLink('/newsletter/unsubscribe', {
      summary: 'Ends the newsletter, by the link in a mail',
      purpose: 'end-newsletter',
      question: 'End the newsletter?',
      button: 'End the newsletter',
      act: async ({ em }, email) => {
        await setSubscriberState(em(), email, 'unsubscribed');
        // Also true for an unknown address: it gets no newsletter either way.
        return true;
      },
      done: 'You will get no more newsletters.',
    }),
  );

/** The confirmation mail, at most one per address and day. */
function confirmation({ config }: ApiServices, email: string): Mail {
  const { authSecret, siteUrl } = config;
  const confirm = signLink(authSecret, 'confirm-newsletter', email);
  const end = signLink(authSecret, 'end-newsletter', email);
  return {
    key: `confirm-newsletter:${email}:${dateOf(Date.now())}`,
    kind: 'confirmation',
    recipient: email,
    content: {
      subject: `Confirm your ${SITE_NAME} newsletter`,
      paragraphs: ['Please confirm that you want our newsletter. Otherwise we send nothing.'],
      action: {
        label: 'Confirm the newsletter',
        url: `${siteUrl}/api/newsletter/confirm?token=${confirm}`,
      },
      because: `You get this mail because someone subscribed ${email} to our newsletter.`,
      unsubscribeUrl: `${siteUrl}/api/newsletter/unsubscribe?token=${end}`,
    },
  };
}
