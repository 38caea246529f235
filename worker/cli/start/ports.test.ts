import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { loadConfig } from '#db/runtime/config.ts';
import { listen } from '#db/runtime/free-port.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { demoPort, requireFreePort, settlePort, siteAt } from './ports.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'priceroo-ports-'));
const config = { ...loadConfig({ DATA_DIR: dataDir }), host: '127.0.0.1' };
let server: Server | undefined;

afterEach(() => server?.close());
afterAll(() => rmSync(dataDir, { recursive: true }));

async function serve(answer: RequestListener): Promise<number> {
  server = createServer(answer);
  return await listen(server);
}

test('names the variable to set when another program has the port', async () => {
  const port = await serve((_, response) => response.writeHead(404).end());
  await expect(requireFreePort({ ...config, port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or set PORT to another one.`,
  );
});

test('says when our own site has the port', async () => {
  const port = await serve((_, response) => response.end('{"data":{"faults":["no-worker"]}}'));
  await expect(requireFreePort({ ...config, port })).rejects.toThrow('Priceroo is running already');
  expect(await siteAt(`http://127.0.0.1:${port}`)).toEqual({ faults: ['no-worker'] });
});

test.each([
  ['/srv/other', dataDir],
  [REPO_ROOT, '/srv/other'],
])('names the instance of folder %s and data %s that has the port', async (folder, data) => {
  const instance = { folder, dataDir: data };
  const answer = JSON.stringify({ data: { faults: [], instance } });
  const port = await serve((_, response) => response.end(answer));
  await expect(requireFreePort({ ...config, port })).rejects.toThrow(
    `Another Priceroo (folder ${folder}, data in ${data}) is running at http://127.0.0.1:${port}. Set PORT`,
  );
});

test('an instance of this folder and its data is ours', async () => {
  const answer = JSON.stringify({ data: { faults: [], instance: { folder: REPO_ROOT, dataDir } } });
  const port = await serve((_, response) => response.end(answer));
  await expect(requireFreePort({ ...config, port })).rejects.toThrow('Priceroo is running already');
});

test('takes no other program for our site', async () => {
  const port = await serve((_, response) => response.end('{}'));
  await expect(requireFreePort({ ...config, port })).rejects.toThrow('taken by another program');
});

test('names HOST when the address belongs to another machine', async () => {
  const fault = requireFreePort({ ...config, host: '203.0.113.1', port: 4321 });
  await expect(fault).rejects.toThrow('HOST 203.0.113.1');
});

test('replaces port 0 by a free port, in the site address too', async () => {
  const settled = await settlePort({ ...config, port: 0, siteUrl: 'http://localhost:0' });
  expect(settled.port).toBeGreaterThan(0);
  expect(settled.siteUrl).toBe(`http://localhost:${settled.port}`);
});

test('demo shops keep their port between starts', async () => {
  const first = await demoPort(config);
  expect(await demoPort(config)).toBe(first);
  expect(await demoPort({ ...config, demoPort: 4390 })).toBe(4390);
});
