/* How screens call the API: `await dataOf((api) => api.alerts.$get())`, input and answer typed by the API itself. */
import { ApiError, refusalOf } from './api-error.ts';

type Client = typeof import('./client.ts').api;

/** A call whose answer is JSON; `success` is false where a proxy or an old server says so with status 200. */
type Call<Body> = (api: Client) => Promise<{ json(): Promise<Body> }>;

/** The whole body of an answer; throws ApiError for a failure, also for one with status 200. */
export async function bodyOf<Body extends { success: boolean }>(call: Call<Body>): Promise<Body> {
  const body = await (await call(await client())).json();
  if (!body.success) throw refusalOf(200, body);
  return body;
}

/** The `data` of an answer; throws as bodyOf does. */
export async function dataOf<Data>(call: Call<{ success: boolean; data: Data }>): Promise<Data> {
  return (await bodyOf(call)).data;
}

/** Waits until a thing is removed; one that is gone already, by another tab or a second click, counts as removed. */
export async function removed(call: Call<{ success: boolean }>): Promise<void> {
  try {
    await bodyOf(call);
  } catch (fault) {
    if (!(fault instanceof ApiError && fault.status === 404)) throw fault;
  }
}

async function client(): Promise<Client> {
  try {
    return (await import('./client.ts')).api;
  } catch (fault) {
    throw new ApiError(0, 'no-answer', null, null, fault);
  }
}
