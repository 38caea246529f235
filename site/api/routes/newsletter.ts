import { z } from 'zod';
import { addMail } from '#db/queries/mails/mails.ts';
import { addSubscriber, setSubscriberState } from '#db/queries/shoppers/newsletter.ts';
import { readLink, signLink } from '#db/runtime/signed-link.ts';
import { EMAIL_MAX, NO_EMAIL_ADDRESS } from '#domain/account/email-address.ts';
import { JOBS } from '#domain/jobs.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { tryEnqueue } from '../mails/try-enqueue.ts';
import { type RouteTable, route } from '../route.ts';
import { mailLink } from './mail-link.ts';

/** The newsletter: the screen accepts any text with an @ (spec §5), so the server does too; double opt-in follows. */
export const newsletterRoutes: RouteTable = {
  'POST /newsletter': route({
    summary: 'Asks an address to confirm the newsletter',
    access: 'public',
    body: z.object({
      email: z
        .string(NO_EMAIL_ADDRESS)
        .trim()
        .max(EMAIL_MAX, NO_EMAIL_ADDRESS)
        .refine((text) => text.includes('@'), NO_EMAIL_ADDRESS),
    }),
    answer: z.object({ success: z.literal(true) }),
    async handle({ services, body, remoteAddress }) {
      await services.limits.mail(remoteAddress, body.email);
      const email = body.email.toLowerCase();
      const { config } = services;
      const isNew = await addSubscriber(services.em(), email);
      if (isNew && z.email().safeParse(email).success) {
        const confirm = signLink(config.authSecret, 'confirm-newsletter', email);
        const end = signLink(config.authSecret, 'end-newsletter', email);
        const mailId = await addMail(services.em(), {
          key: `confirm-newsletter:${email}:${new Date().toISOString().slice(0, 10)}`,
          kind: 'confirmation',
          recipient: email,
          text: composeMail(
            {
              subject: `Confirm your ${SITE_NAME} newsletter`,
              paragraphs: ['Confirm and the newsletter comes here. Without it, nothing is sent.'],
              action: {
                label: 'Confirm the newsletter',
                url: `${config.siteUrl}/api/newsletter/confirm?token=${confirm}`,
              },
              because: `You get this mail because ${email} was entered for our newsletter.`,
              unsubscribeUrl: `${config.siteUrl}/api/newsletter/unsubscribe?token=${end}`,
            },
            config.mailFrom,
          ),
        });
        if (mailId) void tryEnqueue(services.queues, JOBS.mail, { mailId });
      }
      return { body: { success: true }, status: 201 };
    },
  }),

  ...mailLink('/newsletter/confirm', {
    summary: 'Confirms the newsletter, by the link in its mail',
    read: (secret, token) => readLink(secret, 'confirm-newsletter', token),
    question: 'Shall our newsletter come to this address?',
    button: 'Confirm the newsletter',
    act: ({ em }, email) => setSubscriberState(em(), email, 'confirmed'),
    done: 'Thank you. You are subscribed to the newsletter.',
  }),
  ...mailLink('/newsletter/unsubscribe', {
    summary: 'Ends the newsletter, by the link in a mail',
    read: (secret, token) => readLink(secret, 'end-newsletter', token),
    question: 'Shall the newsletter end?',
    button: 'End the newsletter',
    act: async ({ em }, email) => {
      await setSubscriberState(em(), email, 'unsubscribed');
      // Whether or not it was on our list: none will come.
      return true;
    },
    done: 'You will get no more newsletters.',
  }),
};
