import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { configVariables, misspelledVariables } from './config-variables.ts';
import { REPO_ROOT } from './repo-root.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'priceroo-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env });

function faultsOf(env: Record<string, string>): string {
  try {
    load(env);
  } catch (error) {
    if (error instanceof Error && error.name === 'OperatorError') return error.message;
    throw error;
  }
  return '';
}

test('defaults to the embedded database, demo shops and a site URL with the port', () => {
  const config = load({});
  expect(config).toMatchObject({
    databaseUrl: null,
    redisUrl: null,
    host: '127.0.0.1',
    port: 4321,
    siteUrl: 'http://localhost:4321',
    demoRetailers: true,
    openai: null,
    nodeEnv: 'development',
  });
  expect(load({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080');
});

test('treats an empty variable as unset, because docker compose passes empty ones', () => {
  expect(load({ DATABASE_URL: '', PORT: ' ' })).toMatchObject({ databaseUrl: null, port: 4321 });
});

test('takes shops of a private network, in production only when that is confirmed', () => {
  const LOCAL_SHOPS = 'http://127.0.0.1:8080/, https://shop.internal';
  const origins = ['http://127.0.0.1:8080', 'https://shop.internal'];
  expect(load({ LOCAL_SHOPS }).localShops).toEqual(origins);
  for (const wrong of ['127.0.0.1:8080', 'ftp://a.example', 'http://a.example/shop'])
    expect(faultsOf({ LOCAL_SHOPS: wrong })).toContain('LOCAL_SHOPS');
  const name = 'ALLOW_LOCAL_SHOPS_IN_PRODUCTION';
  expect(faultsOf({ NODE_ENV: 'production', LOCAL_SHOPS })).toContain(name);
  expect(faultsOf({ NODE_ENV: 'production', LOCAL_SHOPS, [name]: 'true' })).not.toContain(name);
});

test('creates a secret once, readable by the owner only', () => {
  const first = load({}).authSecret;
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(load({}).authSecret).toBe(first);
});

test('names DATA_DIR when the data folder cannot be written', () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  expect(faultsOf({ DATA_DIR: join(file, 'data') })).toContain('DATA_DIR');
});

test('reports all faults at once by variable', () => {
  const message = faultsOf({
    PORT: '70000',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
    DEMO_RETAILERS: 'maybe',
    GOOGLE_CLIENT_ID: 'id',
    WORKER_CONCURRENCY: '4.5',
  });
  const named = [...message.matchAll(/^ {2}([A-Z_]+) /gm)].map((match) => match[1]);
  expect(named.sort()).toEqual([
    'DATABASE_URL',
    'DEMO_RETAILERS',
    'GOOGLE_CLIENT_SECRET',
    'LOG_LEVEL',
    'PORT',
    'WORKER_CONCURRENCY',
  ]);
  expect(message).toContain('PORT is "70000": expected a whole number from 0 to 65535');
});

test.each([
  ['BETTER_AUTH_SECRET', 'hunter2'],
  ['METRICS_TOKEN', 'hunter2'],
  ['SMTP_URL', 'ftp://me:hunter2@mail.example.com'],
  ['DATABASE_URL', 'postgres:/me:hunter2@db'],
  ['REDIS_URL', 'hunter2'],
  ['OPENAI_BASE_URL', 'ftp://h/?key=hunter2'],
  ['OPERATOR_WEBHOOK', 'ftp://hooks.example.com/hunter2'],
  ['OPERATOR_WEBHOOK_SECRET', 'hunter2'],
  ['HEARTBEAT_URL', 'ftp://beats.example.com/hunter2'],
  ['S3_ENDPOINT', 'ftp://me:hunter2@s3.example.com'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://me:hunter2@collector'],
])('reports a wrong %s without its secret', (name, value) => {
  const message = faultsOf({ [name]: value });
  expect(message).toContain(name);
  expect(message).not.toContain('hunter2');
});

test('production requires the variables that must not be guessed', () => {
  const message = faultsOf({ NODE_ENV: 'production' });
  expect(message).toContain('SITE_URL');
  expect(message).toContain('BETTER_AUTH_SECRET');
  const sound = { BETTER_AUTH_SECRET: 'x'.repeat(32), SITE_URL: 'https://prices.example.com.au/' };
  expect(load({ NODE_ENV: 'production', ...sound }).siteUrl).toBe('https://prices.example.com.au');
});

test('refuses a site URL with a path, because cookies and links use the origin', () => {
  expect(faultsOf({ SITE_URL: 'https://example.com.au/prices' })).toContain('without a path');
});

test('requires all four bucket variables; the region has a default', () => {
  const bucket = {
    S3_ENDPOINT: 'https://minio.example.com.au',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  };
  const faults = faultsOf({ ...bucket, S3_SECRET_ACCESS_KEY: '' });
  expect(faults).toContain('S3_SECRET_ACCESS_KEY is not set: expected a value, as S3_ENDPOINT is');
  const { s3 } = load({ ...bucket, S3_SECRET_ACCESS_KEY: 'secret' });
  expect(s3).toMatchObject({ bucket: 'pictures', region: 'us-east-1' });
  expect(load({}).s3).toBeNull();
});

test('a self-hosted model needs no key', () => {
  expect(load({ OPENAI_BASE_URL: 'http://localhost:11434/v1' }).openai).toMatchObject({
    baseUrl: 'http://localhost:11434/v1',
  });
});

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SITEURL', 'SITE_URL'],
  ['BETTER_AUTH_SECRETS', 'BETTER_AUTH_SECRET'],
  ['OTEL_EXPORTER_OTLP_HEADER', 'OTEL_EXPORTER_OTLP_HEADERS'],
])('%s is taken for a slip of %s', (name, meant) => {
  expect(misspelledVariables([name])).toEqual([{ name, meant }]);
});

test('known variables and those of usual environments are no slips', () => {
  const usual = `HOME PATH USER SHELL LANG TERM PWD OLDPWD SHLVL LOGNAME HOSTNAME HOSTTYPE MAIL EDITOR DISPLAY TZ TMPDIR
    XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD POSTGRES_PASSWORD SSH_CLIENT
    NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE HTTP_PROXY HTTPS_PROXY NO_PROXY AWS_REGION AWS_ACCESS_KEY_ID
    AWS_SECRET_ACCESS_KEY GITHUB_TOKEN npm_config_cache npm_package_name CI COLORTERM LS_COLORS SMTP_HOST SMTP_USER
    SMTP_PORT BASE_URL REDIS_HOST OPENAI_ORG_ID OTEL_SERVICE_NAME MALLOC_ARENA_MAX MALLOC_MMAP_THRESHOLD_ WORKER_ID`;
  const known = Object.keys(configVariables.shape);
  expect(misspelledVariables([...usual.split(/\s+/), ...known])).toEqual([]);
});

test('.env.example lists every variable once with an explanation and the real default', () => {
  const lines = readFileSync(join(REPO_ROOT, '.env.example'), 'utf8').split('\n');
  const named = lines.flatMap((line, index) => {
    const name = /^#([A-Z][A-Z0-9_]*)=/.exec(line)?.[1];
    return name
      ? [{ name, value: line.slice(name.length + 2), above: lines[index - 1] ?? '' }]
      : [];
  });
  expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(configVariables.shape).sort());
  for (const { name, above } of named) expect(above, name).toMatch(/^#/);
  const shown = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  const defaults = Object.entries(configVariables.parse({}));
  for (const [name, value] of defaults) {
    if (name === 'DATA_DIR' || value === undefined) continue;
    expect(shown[name], name).toBe(String(value));
  }
});
