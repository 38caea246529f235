import { afterAll, beforeAll } from 'vitest';
import { openEmptyApi, type TestApi } from './test-api.ts';

/** The API over an empty database for the tests of a file: opened before them, gone after them. */
export function apiForFile(env: Record<string, string> = {}): TestApi {
  let open: TestApi | undefined;
  beforeAll(async () => {
    open = await openEmptyApi(env);
  });
  afterAll(() => open?.close());
  const opened = () => {
    if (!open) throw new Error('the API is not open before the first test');
    return open;
  };
  return {
    get services() {
      return opened().services;
    },
    get api() {
      return opened().api;
    },
    call: (...request) => opened().call(...request),
    close: () => opened().close(),
  };
}
