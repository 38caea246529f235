import encodeQr from 'qr';
import { z } from 'zod';
import {
  accountEventsOf,
  endOtherSessions,
  removeSecondFactor,
  securityOf,
} from '#db/queries/accounts/second-factor.ts';
import { ACCOUNT_EVENTS, ACCOUNT_WAYS } from '#domain/account/account-events.ts';
import { PASSWORD_MAX } from '#domain/account/password-rule.ts';
import { PublicError } from '#domain/errors.ts';
import { NO_SECOND_FACTOR, toldPlainly } from '../auth/auth-errors.ts';
import { topic } from '../core/call.ts';
import type { CallEnv, Caller } from '../core/env.ts';
import { sessionHeaders } from '../core/middleware.ts';
import { confirmCode, note, tellOfSecondFactor } from '../sign-in/second-factor.ts';
import { confirmOwner } from './account.ts';
import { code, signToken } from './auth.ts';

const EVENTS_SHOWN = 20;
/** The quiet zone that readers need, in modules; ISO/IEC 18004 asks for four. */
const QR_BORDER = 4;

const currentPassword = z.string().max(PASSWORD_MAX, 'Password is too long').default('');
const backupCodes = z.array(z.string()).describe('Shown once; each signs in once');

/** The account's password where it has one, else a sign-in of the last ten minutes; and a code. */
const confirmed = z.object({ currentPassword, code });

/** The calls about how an account is opened: its second factor, and its trail of sign-ins. */
export const securityRoutes = topic()
  .user('GET /user/security', 'The second factor of the caller, and their latest sign-ins', {
    data: z.object({
      secondFactor: z.object({
        isOn: z.boolean(),
        backupCodesLeft: z.number().int(),
        isRequired: z.boolean().describe('An operator without it is none'),
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
  .user('POST /user/second-factor', 'Begins a second factor: what an authenticator app reads', {
    limit: 'write',
    body: z.object({ currentPassword }),
    data: z.object({
      secret: z.string().describe('To be typed, where no picture can be read'),
      uri: z.string().describe('otpauth://…, as apps open it'),
      qr: z.object({
        size: z.number().int().describe('Width and height of the drawing'),
        path: z.string().describe('Of its dark modules, as in SVG'),
      }),
    }),
    async run({ env, caller, body, c }) {
      const { hasPassword } = await securityOf(env.em(), caller.id);
      const headers = await ownerHeaders(env, caller, { ...body, hasPassword }, c.req.raw);
      const password = body.currentPassword || undefined;
      const begun = await toldPlainly(() =>
        env.auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers }),
      );
      if (begun.method !== 'totp') throw new Error('better-auth began another second factor');
      const uri = begun.totpURI;
      const secret = new URL(uri).searchParams.get('secret') ?? '';
      return { secret, uri, qr: drawQr(uri) };
    },
  })
  .user('POST /user/second-factor/confirm', 'Turns it on by a first code; ends other sessions', {
    limit: 'write',
    body: z.object({ code }),
    data: z.object({ token: z.string().describe('Replaces the token of this call'), backupCodes }),
    async run({ env, em, caller, body, c }) {
      await env.limits.code(caller.id);
      if ((await securityOf(em, caller.id)).isOn) {
        throw new PublicError(409, 'second-factor-on', 'The second factor is on already.');
      }
      const headers = sessionHeaders(env, c.req.raw) ?? new Headers();
      const { headers: answered } = await toldPlainly(() =>
        env.auth.api.verifyTOTP({
          body: { code: body.code.replaceAll(/\s/g, '') },
          headers,
          returnHeaders: true,
        }),
      );
      // better-auth replaces the session of whoever turns it on.
      const token = decodeURIComponent(answered.get('set-auth-token') ?? '').split('.')[0];
      if (!token) throw new Error('better-auth opened no new session');
      await endOtherSessions(em, caller.id, token);
      await env.limits.isFirstUse(caller.id, body.code);
      await note(env, { userId: caller.id }, { kind: 'second-factor-on', way: 'code' });
      await tellOfSecondFactor(env, caller.id, 'on');
      const codes = await env.auth.api.viewBackupCodes({ body: { userId: caller.id } });
      return { token: signToken(env, token), backupCodes: codes.backupCodes };
    },
  })
  .user('POST /user/second-factor/backup-codes', 'Ten new backup codes; the earlier ones end', {
    limit: 'write',
    body: confirmed,
    data: z.object({ backupCodes }),
    async run({ env, caller, body, c }) {
      const headers = await confirmBoth(env, caller, body, c.req.raw);
      const password = body.currentPassword || undefined;
      const made = await toldPlainly(() =>
        env.auth.api.generateBackupCodes({ body: { password }, headers }),
      );
      await note(env, { userId: caller.id }, { kind: 'backup-codes-renewed', way: 'code' });
      await tellOfSecondFactor(env, caller.id, 'renewed');
      return { backupCodes: made.backupCodes };
    },
  })
  .user('DELETE /user/second-factor', 'Turns the second factor off', {
    limit: 'write',
    body: confirmed,
    async run({ env, em, caller, body, c }) {
      await confirmBoth(env, caller, body, c.req.raw);
      await removeSecondFactor(em, caller.id);
      await note(env, { userId: caller.id }, { kind: 'second-factor-off', way: 'code' });
      await tellOfSecondFactor(env, caller.id, 'off');
    },
  });

/** The headers of a caller who gave the password, or signed in within ten minutes. Throws PublicError 400, 403 and 429. */
async function ownerHeaders(
  env: CallEnv,
  caller: Caller,
  { hasPassword, currentPassword: password }: { hasPassword: boolean; currentPassword: string },
  request: Request,
) {
  if (hasPassword && password === '') {
    throw new PublicError(403, 'password-needed', 'Please enter your current password.');
  }
  await confirmOwner(env, caller, hasPassword ? password : '', request);
  return sessionHeaders(env, request) ?? new Headers();
}

/** ownerHeaders of a caller who also gave a code. Throws PublicError 409 without a second factor. */
async function confirmBoth(
  env: CallEnv,
  caller: Caller,
  body: z.output<typeof confirmed>,
  request: Request,
) {
  const { isOn, hasPassword } = await securityOf(env.em(), caller.id);
  if (!isOn) throw new PublicError(...NO_SECOND_FACTOR);
  const headers = await ownerHeaders(env, caller, { ...body, hasPassword }, request);
  await confirmCode(env, caller.id, headers, body.code);
  return headers;
}

/** The dark modules of a QR code as one path: each run of a row is a rectangle. */
function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQr(text, 'raw', { border: QR_BORDER, ecc: 'medium' });
  const path = rows.flatMap((row, y) =>
    Array.from(
      row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
      (run) => {
        const width = run[0].length;
        return `M${run.index} ${y}h${width}v1h-${width}z`;
      },
    ),
  );
  return { size: rows.length, path: path.join('') };
}
