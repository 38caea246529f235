import { z } from 'zod';
import {
  type AlertRow,
  confirmAddress,
  endAlert,
  endAlertByLink,
  listAlerts,
} from '#db/queries/alerts/alerts.ts';
import { readLink } from '#db/runtime/signed-link.ts';
import { EMAIL_MAX, NO_EMAIL_ADDRESS } from '#domain/account/email-address.ts';
import { dollars } from '#domain/money.ts';
import { readConfirmToken } from '../alerts/confirm-token.ts';
import { setAlert } from '../alerts/set-alert.ts';
import { found, signedIn } from '../require.ts';
import { type RouteTable, route, success } from '../route.ts';
import { mailLink } from './mail-link.ts';

const done = z.object({ success: z.literal(true) });
const ok = { body: { success: true } };

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

function toAlert(row: AlertRow): z.infer<typeof alert> {
  const { targetCents, basePriceCents, bestPriceCents, createdAt, firedAt, ...rest } = row;
  return {
    ...rest,
    targetPrice: targetCents === null ? null : dollars(targetCents),
    priceWhenSet: dollars(basePriceCents),
    bestPrice: bestPriceCents === null ? null : dollars(bestPriceCents),
    createdAt: new Date(createdAt).toISOString(),
    firedAt: firedAt ? new Date(firedAt).toISOString() : null,
  };
}

/** Price alerts: what stands behind the specification's alert panel and modal. */
export const alertRoutes: RouteTable = {
  'GET /alerts': route({
    summary: 'The alerts of the caller',
    access: 'user',
    answer: z.object({ success: z.literal(true), data: z.array(alert) }),
    async handle({ services, caller }) {
      return success((await listAlerts(services.em(), signedIn(caller).id)).map(toAlert));
    },
  }),

  'POST /alerts': route({
    summary: 'Watches a product: a target price, or any drop',
    access: 'user',
    limit: 'write',
    body: z.object({
      productId: z.uuid(),
      email: z.email(NO_EMAIL_ADDRESS).max(EMAIL_MAX, NO_EMAIL_ADDRESS).optional(),
      targetPrice: z.number().min(0).max(1_000_000).nullable().default(null),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.object({ id: z.uuid(), state: z.enum(['watching', 'unconfirmed']) }),
    }),
    async handle({ services, caller, body }) {
      const person = signedIn(caller);
      const saved = await setAlert(services, person, {
        ...body,
        email: body.email ?? person.email,
      });
      return { ...success(saved), status: 201 };
    },
  }),

  'DELETE /alerts/{id}': route({
    summary: 'Ends an alert',
    access: 'user',
    params: z.object({ id: z.uuid() }),
    answer: done,
    async handle({ services, caller, params }) {
      found(await endAlert(services.em(), signedIn(caller).id, params.id), 'alert');
      return ok;
    },
  }),

  ...mailLink('/alerts/confirm', {
    summary: 'Confirms an address for the alerts of one person, by the link in its mail',
    read: readConfirmToken,
    question: 'Shall the price alerts that were set for this address come here?',
    button: 'Confirm this address',
    act: ({ em }, { userId, email }) => confirmAddress(em(), userId, email),
    done: 'Thank you. Your price alerts are on.',
  }),
  ...mailLink('/alerts/unsubscribe', {
    summary: 'Ends an alert, by the link in its mail',
    read: (secret, token) => readLink(secret, 'end-alert', token),
    question: 'Shall this price alert end?',
    button: 'End this alert',
    act: ({ em }, id) => endAlertByLink(em(), id),
    done: 'This price alert is off. You will get no more mail from it.',
  }),
};
