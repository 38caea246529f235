/* The least that can fetch: one undici request, unpacked and decoded, without what fetch() adds. */
import { gunzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { inLanes, runSubject } from '../subjects.ts';

runSubject(async ({ port, lanes }) => {
  const agent = new Agent();
  const headers = { 'accept-encoding': 'gzip', 'user-agent': 'PricerooBot/1.0' };
  return {
    close: () => agent.close(),
    async work(paths) {
      await inLanes(paths, lanes, async (path) => {
        const origin = `http://127.0.0.1:${port}`;
        const { body } = await agent.request({ origin, path, method: 'GET', headers });
        gunzipSync(Buffer.from(await body.arrayBuffer())).toString();
      });
      return {};
    },
  };
});
