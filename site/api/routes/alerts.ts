import { z } from 'zod';
import {
  type AlertRow,
  confirmAddress,
  endAlertByLink,
  endAlerts,
  listAlerts,
  saveAlert,
} from '#db/queries/alerts/alerts.ts';
import { wantsOneMailADay, wishOneMailADay } from '#db/queries/alerts/digest.ts';
import { yearLowTargets } from '#db/queries/alerts/year-lows.ts';
import { survivorOf } from '#db/queries/products/products.ts';
import { bestOfferOf } from '#db/queries/shoppers/favorites.ts';
import { signLink } from '#db/runtime/signed-link.ts';
import { dateOf } from '#domain/calendar.ts';
import { PublicError } from '#domain/errors.ts';
import { type Cents, cents, dollars, dollarsOrNull, toCents } from '#domain/money.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { byId, topic } from '../core/call.ts';
import type { Caller } from '../core/env.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { type AddMail, type Mail, withMails } from '../mails/queue-mail.ts';
import { email } from './auth.ts';
import { mailLink } from './mail-link.ts';

const alert = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  productName: z.string(),
  email: z.string(),
  shop: z.string().nullable().describe('The one shop that it watches; null for any'),
  isListed: z.boolean().describe('False while no watched shop lists the product'),
  kind: z.enum(['target', 'any_drop']),
  targetPrice: z.number().nullable(),
  priceWhenSet: z.number(),
  bestPrice: z.number().nullable(),
  smallestDrop: z.number().nullable(),
  restDays: z.number().int(),
  backInStock: z.boolean(),
  yearLow: z.boolean(),
  state: z.enum(['unconfirmed', 'watching', 'fired', 'ended']),
  createdAt: z.iso.datetime(),
  firedAt: z.iso.datetime().nullable(),
});

/** The target price of an alert, in dollars; null for any drop. */
export const targetPrice = z.number().min(0).max(1_000_000).nullable().default(null);

/** What a shopper may choose beyond a target or any drop. */
const choices = z.object({
  shop: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('Watches this shop alone, by its name; null for any'),
  smallestDrop: z
    .object({ amount: z.number().positive().max(1_000_000), unit: z.enum(['dollars', 'percent']) })
    .nullable()
    .default(null)
    .describe('The smallest fall that any drop mails, and a further fall; null for any'),
  restDays: z
    .number()
    .int()
    .min(0)
    .max(90)
    .default(0)
    .describe('Days after a mail in which only a further fall is mailed'),
  backInStock: z
    .boolean()
    .default(false)
    .describe(
      'Watches offers in stock only, and mails when one is back: at the target, or at any price',
    ),
  yearLow: z
    .boolean()
    .default(false)
    .describe('The target is the lowest price of the past year, and moves with the year'),
});
const NO_CHOICES = choices.parse({});
export type AlertChoices = z.infer<typeof choices>;

const settings = z.object({
  dailyAlerts: z.boolean().describe('Alerts of a day come in one mail, from eight in Sydney on'),
});

export type PriceAlert = z.infer<typeof alert>;

function toAlert(row: AlertRow) {
  const { targetCents, basePriceCents, bestPriceCents, minDropCents, ...rest } = row;
  return {
    ...rest,
    targetPrice: dollarsOrNull(targetCents),
    priceWhenSet: dollars(basePriceCents),
    bestPrice: dollarsOrNull(bestPriceCents),
    smallestDrop: dollarsOrNull(minDropCents),
  };
}

/** The calls behind the specification's alert panel and modal. */
export const alertRoutes = topic()
  .user('GET /alerts', 'The alerts of the caller', {
    data: z.array(alert),
    run: async ({ em, caller }) => (await listAlerts(em, caller.id)).map(toAlert),
  })
  .user('POST /alerts', 'Watches a product: a target price, or any drop', {
    limit: 'write',
    body: z.object({ productId: z.uuid(), email: email.optional(), targetPrice, ...choices.shape }),
    data: z.object({ id: z.uuid(), state: z.enum(['watching', 'unconfirmed']) }),
    status: 201,
    run: ({ env, caller, body: { email = caller.email, ...wish } }) =>
      setAlert(env, caller, { ...wish, email }),
  })
  .user('GET /alerts/settings', 'How the caller gets alerts', {
    data: settings,
    run: async ({ em, caller }) => ({ dailyAlerts: await wantsOneMailADay(em, caller.id) }),
  })
  .user('PUT /alerts/settings', 'Changes how the caller gets alerts', {
    limit: 'write',
    body: settings,
    run: ({ em, caller, body }) => wishOneMailADay(em, caller.id, body.dailyAlerts),
  })
  .user('DELETE /alerts/{id}', 'Ends an alert', {
    params: byId,
    run: async ({ em, caller, param }) =>
      found((await endAlerts(em, { user: caller.id, id: param.id })) > 0, 'alert'),
  })
  .route(
    '/',
    mailLink('/alerts/confirm', {
      summary: 'Confirms an address for the alerts of one person, by the link in its mail',
      purpose: 'confirm-address',
      question: 'Send your price alerts to this address?',
      button: 'Confirm this address',
      act({ em }, subject) {
        const [userId = '', email = ''] = subject.split(' ');
        return confirmAddress(em(), userId, email);
      },
      done: 'Thank you. Your price alerts are on.',
    }),
  )
  .route(
    '/',
    mailLink('/alerts/unsubscribe', {
      summary: 'Ends an alert, by the link in its mail',
      purpose: 'end-alert',
      question: 'End this price alert? A mail about several ends all of yours to its address.',
      button: 'End this alert',
      act: ({ em }, id) => endAlertByLink(em(), id),
      done: 'This price alert is off. You will get no more mail from it.',
    }),
  );

/** An alert to set. */
export interface AlertWish extends Partial<AlertChoices> {
  productId: string;
  email: string;
  /** Dollars; null for any drop. */
  targetPrice: number | null;
}

/**
 * Stores an alert. If the address has not confirmed this person's alerts, the alert waits and a mail asks for confirmation.
 * Throws PublicError 404 if no watched shop lists the product, 400 for a target above today's price or a smallest drop of the whole price, 429 if
 * the address was asked too often today, and 403 while FEATURES_COMING_SOON contains price-alerts.
 */
export async function setAlert(
  services: ApiServices,
  person: Caller,
  wish: AlertWish,
): Promise<{ id: string; state: 'watching' | 'unconfirmed' }> {
  if (services.config.featuresComingSoon.includes('price-alerts')) {
    throw new PublicError(403, 'coming-soon', 'Price alerts are coming soon.');
  }
  const em = services.em();
  const productId = await survivorOf(em, wish.productId);
  const { shop, smallestDrop, restDays, backInStock, yearLow } = { ...NO_CHOICES, ...wish };
  const offer = productId === null ? null : await bestOfferOf(em, productId, shop);
  if (productId === null || offer === null) {
    const text = shop ? `${shop} does not list this product.` : 'This product does not exist.';
    throw new PublicError(404, 'not-found', text);
  }
  const basePriceCents = offer.priceCents;
  const stated = wish.targetPrice === null ? null : toCents(wish.targetPrice);
  const lowOf = yearLow ? await yearLowTargets(em, [productId], Date.now()) : null;
  const targetCents = lowOf ? (lowOf(productId, shop) ?? cents(basePriceCents - 1)) : stated;
  if (stated !== null && stated > basePriceCents) {
    throw new PublicError(400, 'target-too-high', 'The target price is above the current price.');
  }
  const minDropCents = smallestDrop && dropCents(smallestDrop, basePriceCents);
  if (minDropCents !== null && minDropCents >= basePriceCents) {
    throw new PublicError(400, 'drop-too-large', 'The smallest drop is the whole price.');
  }
  const email = wish.email.toLowerCase();
  return withMails(services, async (tx, add) => {
    const saved = await saveAlert(tx, {
      userId: person.id,
      productId,
      retailer: shop === null ? null : offer.retailer,
      email,
      kind: targetCents === null ? 'any_drop' : 'target',
      targetCents,
      basePriceCents,
      minDropCents,
      restDays,
      backInStock,
      yearLow,
    });
    if (saved.state === 'unconfirmed') await askToConfirm(services, add, person.id, email);
    return saved;
  });
}

/** Mails an address the question whether a person's alerts may go to it. Throws PublicError 429 if it was asked too often today. */
export async function askToConfirm(
  services: ApiServices,
  add: AddMail,
  userId: string,
  email: string,
): Promise<void> {
  // Of concurrent requests, only the one that stores the mail spends from the limit.
  if (await add(confirmation(services, userId, email))) await services.limits.mailTo(email);
}

/** A smallest drop in whole cents, at least one. */
function dropCents({ amount, unit }: NonNullable<AlertChoices['smallestDrop']>, baseCents: Cents) {
  const exact = unit === 'dollars' ? amount * 100 : (amount / 100) * baseCents;
  return cents(Math.max(1, Math.round(exact)));
}

/** The confirmation mail, at most one per person, address and day. */
function confirmation({ config }: ApiServices, userId: string, email: string): Mail {
  const token = signLink(config.authSecret, 'confirm-address', `${userId} ${email}`);
  return {
    key: `confirm-address:${userId}:${email}:${dateOf(Date.now())}`,
    kind: 'confirmation',
    recipient: email,
    content: {
      subject: `Confirm your ${SITE_NAME} price alerts`,
      paragraphs: [
        'Someone, most likely you, asked for price alerts to be sent to this address.',
        'Confirm the address once to get them. Otherwise we send none.',
      ],
      action: {
        label: 'Confirm this address',
        url: `${config.siteUrl}/api/alerts/confirm?token=${token}`,
      },
      because: `You get this mail because ${email} was entered for a price alert.`,
    },
  };
}
