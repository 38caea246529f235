import { z } from 'zod';
import { addMail } from '#db/queries/mails.ts';
import { addSubscriber, setSubscriberState } from '#db/queries/newsletter.ts';
import { readLink, signLink } from '#db/signed-link.ts';
import { JOBS } from '#domain/jobs.ts';
import { composeMail } from '#domain/mail-text.ts';
import { SITE_NAME } from '#domain/site-name.ts';
import { messagePage } from '../message-page.ts';
import { NO_JSON, plainly, type RouteTable, route } from '../route.ts';

const token = z.object({ token: z.string().max(1_000) });

/** The newsletter: the screen accepts any text with an @ (spec §5), so the server does too; double opt-in follows. */
export const newsletterRoutes: RouteTable = {
  'POST /newsletter': route({
    summary: 'Asks an address to confirm the newsletter',
    access: 'public',
    body: z.object({
      email: z
        .string()
        .trim()
        .min(1, 'Please enter a valid email address.')
        .max(254)
        .refine((text) => text.includes('@'), 'Please enter a valid email address.'),
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
        if (mailId) await services.queues.add(JOBS.mail, { mailId });
      }
      return { body: { success: true }, status: 201 };
    },
  }),

  'GET /newsletter/confirm': route({
    summary: 'Confirms the newsletter, by the link in its mail',
    access: 'public',
    query: token,
    answer: NO_JSON,
    async handle({ services, query }) {
      const email = readLink(services.config.authSecret, 'confirm-newsletter', query.token);
      await setSubscriberState(services.em(), email, 'confirmed');
      return plainly(await messagePage('Thank you. You are subscribed to the newsletter.'));
    },
  }),

  'GET /newsletter/unsubscribe': route({
    summary: 'Ends the newsletter, by the link in a mail',
    access: 'public',
    query: token,
    answer: NO_JSON,
    async handle({ services, query }) {
      const email = readLink(services.config.authSecret, 'end-newsletter', query.token);
      await setSubscriberState(services.em(), email, 'unsubscribed');
      return plainly(await messagePage('You will get no more newsletters.'));
    },
  }),

  'POST /newsletter/unsubscribe': route({
    summary: 'Ends the newsletter by one click in a mail program (RFC 8058)',
    access: 'public',
    query: token,
    answer: z.object({ success: z.literal(true) }),
    async handle({ services, query }) {
      const email = readLink(services.config.authSecret, 'end-newsletter', query.token);
      await setSubscriberState(services.em(), email, 'unsubscribed');
      return { body: { success: true } };
    },
  }),
};
