/*
 * A newcomer's first hour by the documents alone, on a fresh clone: `npx node tests/newcomer.ts`. Each step is timed; one that waits longer
 * than its limit fails. No part of `npm test`: it installs all packages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, listen } from '#db/runtime/free-port.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';

const WAIT_S = 60;
const INSTALL_S = 300;
const ISLAND = 'site/features/search/comparisons.tsx';

const home = mkdtempSync(join(tmpdir(), 'newcomer-'));
const clone = join(home, 'priceroo');
const { PATH = '', HOME = home } = process.env;
// As a shell of one's own: nothing of this checkout.
const env = { PATH: PATH.replaceAll(join(REPO_ROOT, 'node_modules/.bin'), ''), HOME };

try {
  await step('git clone', WAIT_S, () => run('git', ['clone', '-q', REPO_ROOT, clone], home));
  await step('npm ci', INSTALL_S, () => npm('ci'));
  const port = await freePort(0);
  const dev = start('npm', ['run', 'dev', '--', '--port', String(port)]);
  await step('npm run dev: a page', WAIT_S, () => until(() => page(port, '/about'), 'Priceroo'));
  await step('an island is edited', WAIT_S, async () => {
    await until(() => page(port, `/${ISLAND}`), 'You could save');
    edit(ISLAND, 'You could save', 'You would save');
    await until(() => page(port, `/${ISLAND}`), 'You would save');
  });
  await stop(dev);
  await step('a column with its migration', WAIT_S, async () => {
    edit(
      'db/entities/retailer.ts',
      '    createdAt: p.',
      '    abn: p.text().nullable(),\n    createdAt: p.',
    );
    await npm('run', 'cli', '--', 'migrate', '--create', 'retailer_abn');
    await npm('run', 'cli', '--', 'migrate');
  });
  await step('a retailer', WAIT_S, addRetailer);
  const watch = start('npm', ['run', 'test:watch', '--', 'db/domain/categories/category.test.ts']);
  let output = '';
  watch.stdout?.on('data', (text) => (output += text));
  await step('one test', WAIT_S, () => until(async () => output, '1 passed'));
  output = '';
  edit('db/domain/categories/category.ts', '/**', '// Edited.\n/**');
  await step('the test again after an edit', WAIT_S, () => until(async () => output, '1 passed'));
  await stop(watch);
  await step('docker compose config', WAIT_S, composeConfig);
} finally {
  await delay(2_000);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/** Docker's plugin or the older command, whichever is installed; a machine with neither says so and goes on. */
async function composeConfig(): Promise<void> {
  const secrets = { POSTGRES_PASSWORD: 'letters1', BETTER_AUTH_SECRET: 'a'.repeat(64) };
  const settings = { ...env, ...secrets, SITE_URL: 'https://prices.example.com.au' };
  for (const [command, ...args] of [
    ['docker', 'compose', 'config'],
    ['docker-compose', 'config'],
  ] as const) {
    const isThere = await run(command, [...args.slice(0, -1), 'version'], clone).then(
      () => true,
      () => false,
    );
    if (isThere) return run(command, args, clone, settings);
  }
  console.log('no Docker Compose on this machine');
}

async function addRetailer(): Promise<void> {
  const offer = { '@type': 'Offer', price: '149.00', priceCurrency: 'AUD' };
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Kettle',
    offers: offer,
  };
  const shop = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    const data = `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
    response.end(`<title>Kettle</title>${data}<h1>Kettle</h1><p>$149.00</p>`);
  });
  const port = await listen(shop);
  const url = `http://127.0.0.1:${port}/product/kettle`;
  await npm('run', 'cli', '--', 'retailer', 'try', url, '--loopback', '--save');
  shop.close();
  const folder = join(clone, '.data/retailers');
  const [name = ''] = readdirSync(folder);
  const file = join(folder, name);
  const draft = readFileSync(file, 'utf8').replace(/TODO(?:: )?/g, 'Kettles ');
  const website = draft.replaceAll(`http://127.0.0.1:${port}`, 'https://kettle.example');
  writeFileSync(file, website);
  await npm('run', 'cli', '--', 'retailer', 'check');
  await npm('run', 'cli', '--', 'retailer', 'enable', name.replace('.json', ''));
}

async function step(name: string, limitS: number, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const late = AbortSignal.timeout(limitS * 1_000);
  const tooLate = once(late, 'abort').then(() => {
    throw new Error(`${name}: longer than ${limitS} s`);
  });
  await Promise.race([work(), tooLate]);
  console.log(
    `${name.padEnd(32)}${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s`,
  );
}

function start(command: string, args: readonly string[]): ChildProcess {
  return spawn(command, args, {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, 'SIGTERM');
  await Promise.race([once(child, 'exit'), delay(10_000)]);
}

function npm(...args: string[]): Promise<void> {
  return run('npm', args, clone);
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = env,
): Promise<void> {
  const child = spawn(command, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
}

async function until(ask: () => Promise<string>, text: string): Promise<void> {
  while (!(await ask()).includes(text)) await delay(200);
}

/** The answer's text; '' while nobody answers. */
async function page(port: number, path: string): Promise<string> {
  return fetch(`http://localhost:${port}${path}`).then(
    (answer) => answer.text(),
    () => '',
  );
}

function edit(file: string, text: string, by: string): void {
  const path = join(clone, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(text, by));
}
