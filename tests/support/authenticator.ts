import { createHmac } from 'node:crypto';
import type { TestApi } from './test-api.ts';

const STEP_MS = 30_000;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app shows for a secret, as RFC 6238 has it; `steps` of 30 s later. */
export function codeOf(secret: string, steps = 0): string {
  const bits = Array.from(secret.replace(/=+$/, ''), (c) =>
    BASE_32.indexOf(c).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Sets up a second factor for the holder of a token. Throws when the API refuses. */
export async function setUpSecondFactor(
  { call }: Pick<TestApi, 'call'>,
  token: string,
  currentPassword: string,
) {
  const begun = await call('POST', '/user/second-factor', { token, body: { currentPassword } });
  if (begun.status !== 200) throw new Error(`not begun: ${JSON.stringify(begun.body)}`);
  const { secret, uri } = begun.body['data'] as { secret: string; uri: string };
  const confirm = () =>
    call('POST', '/user/second-factor/confirm', { token, body: { code: codeOf(secret, -1) } });
  let confirmed = await confirm();
  // A step may end between the code and its check.
  if (confirmed.status !== 200) confirmed = await confirm();
  if (confirmed.status !== 200) throw new Error(`not on: ${JSON.stringify(confirmed.body)}`);
  const { backupCodes } = confirmed.body['data'] as { backupCodes: string[] };
  return { secret, uri, backupCodes, token };
}
