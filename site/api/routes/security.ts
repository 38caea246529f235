import encodeQr from 'qr';
import { z } from 'zod';
import {
  accountEventsOf,
  endSessionsOf,
  removeSecondFactor,
  securityOf,
} from '#db/queries/accounts/second-factor.ts';
import { ACCOUNT_EVENTS, ACCOUNT_WAYS } from '#domain/account/account-events.ts';
import { PublicError } from '#domain/errors.ts';
import { NO_SECOND_FACTOR, SECOND_FACTOR_ON, withPublicErrors } from '../auth/auth-errors.ts';
import { topic } from '../core/call.ts';
import type { CallEnv, Caller } from '../core/env.ts';
import { changeSecondFactor } from '../sign-in/second-factor.ts';
import { confirmOwner, currentPassword } from './account.ts';
import { code } from './auth.ts';

const EVENTS_SHOWN = 20;
/** Width of the quiet zone in modules (ISO/IEC 18004: four). */
const QR_BORDER = 4;

const backupCodes = z.array(z.string()).describe('Shown only once; each works once');

/** A code, and the password if the account has one (confirmOwner). */
const confirmed = z.object({ currentPassword, code });

export const securityRoutes = topic()
  .user('GET /user/security', 'The second factor and latest sign-ins of the caller', {
    data: z.object({
      secondFactor: z.object({
        isOn: z.boolean(),
        backupCodesLeft: z.number().int(),
        isRequired: z.boolean().describe('True if operators need a second factor'),
      }),
      hasPassword: z.boolean(),
      events: z.array(
        z.object({
          kind: z.enum(ACCOUNT_EVENTS),
          way: z.enum(ACCOUNT_WAYS),
          atAdmin: z.boolean(),
          happenedAt: z.iso.datetime(),
        }),
      ),
    }),
    async run({ env, em, caller }) {
      const { isOn, hasPassword } = await securityOf(em, caller.id);
      const body = { userId: caller.id };
      const left = isOn ? (await env.auth.api.viewBackupCodes({ body })).backupCodes.length : 0;
      const isRequired = env.config.isAdminSecondFactorRequired;
      return {
        secondFactor: { isOn, backupCodesLeft: left, isRequired },
        hasPassword,
        events: await accountEventsOf(em, caller.id, EVENTS_SHOWN),
      };
    },
  })
  .user('POST /user/second-factor', 'Begins the set-up of a second factor', {
    limit: 'write',
    body: z.object({ currentPassword }),
    data: z.object({
      secret: z.string().describe('For manual entry'),
      uri: z.string().describe('otpauth://…'),
      qr: z.object({
        size: z.number().int().describe('Width and height of the QR code'),
        path: z.string().describe('SVG path of the dark modules'),
      }),
    }),
    async run({ env, em, caller, body }) {
      if ((await securityOf(em, caller.id)).isOn) throw new PublicError(...SECOND_FACTOR_ON);
      await confirmOwner(env, caller, body);
      const { headers } = caller;
      const password = body.currentPassword || undefined;
      const begun = await withPublicErrors(() =>
        env.auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers }),
      );
      if (begun.method !== 'totp') throw new Error('better-auth began another second factor');
      const uri = begun.totpURI;
      const secret = new URL(uri).searchParams.get('secret') ?? '';
      return { secret, uri, qr: drawQr(uri) };
    },
  })
  .user(
    'POST /user/second-factor/confirm',
    'Turns the second factor on with a first code; ends other sessions',
    {
      limit: 'write',
      body: z.object({ code }),
      data: z.object({ backupCodes }),
      async run({ env, em, caller, body }) {
        const isDone = await env.limits.alone(caller.id, async () => {
          if ((await securityOf(em, caller.id)).isOn) return false;
          await env.limits.code(caller.id);
          const { headers } = caller;
          await withPublicErrors(() => env.auth.api.verifyTOTP({ body, headers }));
          await env.limits.isFirstUse(caller.id, body.code);
          // Also the session that better-auth opens to replace the caller's, which stays.
          await endSessionsOf(em, caller.id, caller.session);
          return true;
        });
        if (!isDone) throw new PublicError(...SECOND_FACTOR_ON);
        await changeSecondFactor(env, caller, ['second-factor-on', 'on']);
        const codes = await env.auth.api.viewBackupCodes({ body: { userId: caller.id } });
        return { backupCodes: codes.backupCodes };
      },
    },
  )
  .user('POST /user/second-factor/backup-codes', 'Replaces the backup codes', {
    limit: 'write',
    body: confirmed,
    data: z.object({ backupCodes }),
    async run({ env, caller, body }) {
      await confirmBoth(env, caller, body);
      const { headers } = caller;
      const password = body.currentPassword || undefined;
      const made = await withPublicErrors(() =>
        env.auth.api.generateBackupCodes({ body: { password }, headers }),
      );
      await changeSecondFactor(env, caller, ['backup-codes-renewed', 'renewed']);
      return { backupCodes: made.backupCodes };
    },
  })
  .user('DELETE /user/second-factor', 'Turns the second factor off', {
    limit: 'write',
    body: confirmed,
    async run({ env, caller, body }) {
      await confirmBoth(env, caller, body);
      await changeSecondFactor(env, caller, ['second-factor-off', 'off'], (tx) =>
        removeSecondFactor(tx, caller.id),
      );
    },
  });

/** Like confirmOwner. Throws PublicError 409 without a second factor. */
async function confirmBoth(env: CallEnv, caller: Caller, body: z.output<typeof confirmed>) {
  if (!(await securityOf(env.em(), caller.id)).isOn) throw new PublicError(...NO_SECOND_FACTOR);
  await confirmOwner(env, caller, body);
}

/** A QR code as one SVG path: each run of dark modules is a rectangle. */
function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQr(text, 'raw', { border: QR_BORDER, ecc: 'medium' });
  const path = rows.flatMap((row, y) =>
    Array.from(
      row.map(Number).join('').matchAll(/1+/g),
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  );
  return { size: rows.length, path: path.join('') };
}
