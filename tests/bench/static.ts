/*
 * Static pages and scripts: our server beside nginx with gzip_static and beside a bare node:http, one process each, the
 * same files with the same headers, the same wrk, interleaved, with the processor time that a request took. nginx as
 * Debian sets it up, and told to keep files open: `npx node tests/bench/static.ts [rounds]`.
 * Needs a build, nginx and wrk (apt install nginx-light wrk).
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort, listen } from '#db/runtime/free-port.ts';
import { logger } from '#db/runtime/log.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { startSite } from '#site/server/start-site.ts';
import { median } from './measure.ts';
import { processTree } from './process-tree.ts';

const CLIENT = join(REPO_ROOT, 'dist', 'client');
/** What nginx makes itself. */
const OWN_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
];

const [, , argument = '5', ...paths] = process.argv;

if (argument === 'serve') await serveOurs();
else if (argument === 'bare') await serveBare(paths);
else await compare(Number(argument));

/** The server under test, in a process of its own; tells its parent the port. */
async function serveOurs(): Promise<void> {
  const site = await startSite({
    host: '127.0.0.1',
    port: 0,
    siteUrl: 'http://localhost:4321',
    trustedHops: 0,
    demoPort: 0,
    nodeEnv: 'production',
    builtFolder: join(REPO_ROOT, 'dist'),
    handleApi: async () => new Response(null, { status: 404 }),
    handleAdmin: async () => new Response(null, { status: 404 }),
    publicPages: { versionOf: async () => null, isChosen: () => false } as never,
    log: logger('bench'),
  });
  process.send?.(site.port);
}

/** The least that node:http can do: a fixed answer for each path, those of our server. Tells its parent the port. */
async function serveBare([ourPort, ...known]: string[]): Promise<void> {
  const answers = new Map<string, { headers: string[]; body: Buffer }>();
  for (const path of known) {
    const headers = { host: 'localhost:4321', 'accept-encoding': 'gzip' };
    const [answer] = await once(get({ port: ourPort, path, headers }), 'response');
    // Node adds these itself.
    const own = Object.entries(answer.headers).filter(
      ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
    );
    answers.set(path, { headers: own.flat().map(String), body: await buffer(answer) });
  }
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    response.writeHead(200, answer?.headers);
    response.end(answer?.body);
  });
  process.send?.(await listen(server));
}

async function compare(rounds: number): Promise<void> {
  const ours = fork(fileURLToPath(import.meta.url), ['serve']);
  const [ourPort] = await once(ours, 'message');
  const script = globSync('_astro/*.js', { cwd: CLIENT }).toSorted().at(0);
  const paths: Record<string, [ours: string, nginx: string]> = {
    about: ['/about', '/about/index.html'],
    faq: ['/faq', '/faq/index.html'],
    script: [`/${script}`, `/${script}`],
  };
  const ourPaths = Object.values(paths).map(([path]) => path);
  const bare = fork(fileURLToPath(import.meta.url), ['bare', String(ourPort), ...ourPaths]);
  const [barePort] = await once(bare, 'message');
  const blocks = await locations(ourPort, Object.values(paths));
  const nginx = await startNginx(blocks, '');
  const tuned = await startNginx(blocks, 'open_file_cache max=1000;');
  const servers = {
    nginx: { ...nginx, path: 1 },
    ours: { port: ourPort, pid: ours.pid ?? 0, path: 0 },
    'node:http': { port: barePort, pid: bare.pid ?? 0, path: 0 },
    open_file_cache: { ...tuned, path: 1 },
  } as const;
  const loads = new Map<string, Record<string, Load>[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, pair] of Object.entries(paths)) {
      const load: Record<string, Load> = {};
      for (const [server, { port, pid, path }] of Object.entries(servers)) {
        load[server] = wrk(`http://127.0.0.1:${port}${pair[path]}`, pid);
      }
      loads.set(name, [...(loads.get(name) ?? []), load]);
    }
  }
  const rows = [...loads].flatMap(([name, all]) =>
    Object.keys(servers).map((server) => {
      const of = (figure: keyof Load) => median(all.map((load) => load[server]?.[figure] ?? 0));
      const toNginx = (figure: keyof Load) =>
        median(all.map((load) => (load[server]?.[figure] ?? 0) / (load['nginx']?.[figure] ?? 0)));
      return [
        `${name}, ${server}`,
        {
          'requests/s': Math.round(of('rate')),
          '÷ nginx': toNginx('rate').toFixed(2),
          'processor µs': of('cpuUs').toFixed(1),
          'its ÷ nginx': toNginx('cpuUs').toFixed(2),
        },
      ];
    }),
  );
  console.table(Object.fromEntries(rows));
  ours.kill();
  bare.kill();
  nginx.stop();
  tuned.stop();
}

/** What a server did with three seconds of requests. */
interface Load {
  /** Requests a second. */
  rate: number;
  /** Processor time a request took it, in microseconds. */
  cpuUs: number;
}

/** Throws when an answer is not 2xx. `pid`: the server's. */
function wrk(url: string, pid: number): Load {
  const server = processTree(pid);
  const before = server.cpuMs();
  const output = execFileSync(
    'wrk',
    ['-t1', '-c50', '-d3s', '-H', 'Accept-Encoding: gzip', '-H', 'Host: localhost:4321', url],
    { encoding: 'utf8' },
  );
  if (/Non-2xx/.test(output)) throw new Error(`${url}: ${output}`);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  return {
    rate: Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]),
    cpuUs: ((server.cpuMs() - before) * 1_000) / requests,
  };
}

/** For each file the headers that our server sends with it, so that both write the same answer. */
async function locations(ourPort: number, paths: [ours: string, nginx: string][]): Promise<string> {
  const blocks = paths.map(async ([ours, nginx]) => {
    const { headers } = await fetch(`http://localhost:${ourPort}${ours}`);
    const lines = [...headers]
      .filter(([name]) => !OWN_HEADERS.includes(name))
      .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
    return `location = ${nginx} { ${lines.join('\n')} }`;
  });
  return (await Promise.all(blocks)).join('\n');
}

/** nginx as it is set up for static files: one process, files by sendfile from the page cache, no log. */
async function startNginx(
  locations: string,
  settings: string,
): Promise<{ port: number; pid: number; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  const root = join(folder, 'root');
  cpSync(CLIENT, root, { recursive: true });
  chmodSync(folder, 0o755);
  const port = await freePort(0);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 1024; }
     http {
       types { text/html html; text/javascript js; text/css css; image/svg+xml svg; font/woff2 woff2; }
       access_log off; sendfile on; tcp_nopush on; gzip_static on; etag on;
       ${settings} keepalive_requests 1000000;
       server { listen 127.0.0.1:${port}; root ${root}; ${locations} }
     }`,
  );
  const server = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'inherit' });
  await once(server, 'spawn');
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/faq/index.html`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    pid: server.pid ?? 0,
    stop: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
