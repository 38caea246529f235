import type { Context } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import type { ApiEnv } from './env.ts';
import { answerFault } from './failures.ts';

describe('the error handler', () => {
  it('answers and logs for a signed-in caller while the database is away', async () => {
    const requestId = crypto.randomUUID();
    const error = vi.fn();
    const em = () => {
      throw new Error('the connection is refused');
    };
    const c = { var: { requestId, caller: { id: 'a' } }, env: { em, log: { error } } };
    const fault = new Error('the connection was lost');

    const response = await answerFault(fault, c as unknown as Context<ApiEnv>);

    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ success: false, code: 'internal', requestId });
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ err: fault, requestId }),
      'call failed',
    );
  });
});
