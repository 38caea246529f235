import { z } from 'zod';
import {
  type AlertRow,
  confirmAddress,
  endAlert,
  endAlertByLink,
  listAlerts,
} from '#db/queries/alerts/alerts.ts';
import { readLink } from '#db/runtime/signed-link.ts';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import { readConfirmToken, setAlert } from '../alerts/set-alert.ts';
import { removes, topic } from '../core/call.ts';
import { email } from './auth.ts';
import { mailLink } from './mail-link.ts';

const alert = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  productName: z.string(),
  email: z.string(),
  kind: z.enum(['target', 'any_drop']),
  targetPrice: z.number().nullable(),
  priceWhenSet: z.number(),
  bestPrice: z.number().nullable(),
  state: z.enum(['unconfirmed', 'watching', 'fired', 'paused', 'ended']),
  createdAt: z.iso.datetime(),
  firedAt: z.iso.datetime().nullable(),
});

/** The target price of an alert, in dollars; null for any drop. */
export const targetPrice = z.number().min(0).max(1_000_000).nullable().default(null);

/** An alert as its owner sees it; prices in dollars. */
export type PriceAlert = z.infer<typeof alert>;

function toAlert(row: AlertRow) {
  const { targetCents, basePriceCents, bestPriceCents, ...rest } = row;
  return {
    ...rest,
    targetPrice: dollarsOrNull(targetCents),
    priceWhenSet: dollars(basePriceCents),
    bestPrice: dollarsOrNull(bestPriceCents),
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
    body: z.object({ productId: z.uuid(), email: email.optional(), targetPrice }),
    data: z.object({ id: z.uuid(), state: z.enum(['watching', 'unconfirmed']) }),
    status: 201,
    run: ({ env, caller, body: { email = caller.email, ...wish } }) =>
      setAlert(env, caller, { ...wish, email }),
  })
  .user('DELETE /alerts/{id}', 'Ends an alert', removes('alert', endAlert))
  .route(
    '/',
    mailLink('/alerts/confirm', {
      summary: 'Confirms an address for the alerts of one person, by the link in its mail',
      read: readConfirmToken,
      question: 'Send your price alerts to this address?',
      button: 'Confirm this address',
      act: ({ em }, { userId, email }) => confirmAddress(em(), userId, email),
      done: 'Thank you. Your price alerts are on.',
    }),
  )
  .route(
    '/',
    mailLink('/alerts/unsubscribe', {
      summary: 'Ends an alert, by the link in its mail',
      read: (secret, token) => readLink(secret, 'end-alert', token),
      question: 'End this price alert?',
      button: 'End this alert',
      act: ({ em }, id) => endAlertByLink(em(), id),
      done: 'This price alert is off. You will get no more mail from it.',
    }),
  );
