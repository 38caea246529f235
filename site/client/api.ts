/* API calls from screens: `await dataOf((api) => api.alerts.$get())`. The API's own types check input and response. */
import { ApiError, refusalOf } from './api-error.ts';

type Client = typeof import('./client.ts').api;

/** A call with a JSON response. A proxy or an old server may send `success: false` with status 200. */
type Call<Body> = (api: Client) => Promise<{ json(): Promise<Body> }>;

/** The whole body of a response. Throws ApiError for a failure, even with status 200. */
export async function bodyOf<Body extends { success: boolean }>(call: Call<Body>): Promise<Body> {
  const body = await (await call(await client())).json();
  if (!body.success) throw refusalOf(200, body);
  return body;
}

/** The `data` of a response. Throws like bodyOf. */
export async function dataOf<Data>(call: Call<{ success: boolean; data: Data }>): Promise<Data> {
  return (await bodyOf(call)).data;
}

/** Waits for a deletion. A 404 counts as success: another tab or a second click has already deleted the object. */
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
