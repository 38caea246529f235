/*
 * The only place that reads and checks the environment:
 *   environment + .env → config-variables (zod, one entry a variable) → Config
 * .env.example explains each variable; a test compares the two.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadEnvFile } from 'node:process';
import type { z } from 'zod';
import { codeOf, messageOf, OperatorError } from '#domain/errors.ts';
import {
  ADDRESS_NAME,
  configVariables,
  missingPartners,
  misspelledVariables,
  type Partner,
  SECRET_NAME,
} from './config-variables.ts';
import { maskUrl } from './mask-secret.ts';
import { readIfPresent } from './read-if-present.ts';
import { REPO_ROOT } from './repo-root.ts';

type Variables = z.infer<typeof configVariables>;

export type OAuthClient = { clientId: string; clientSecret: string };

/** The resolved configuration. `null` means not configured: the built-in stand-in is used. */
export type Config = ReturnType<typeof resolveConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Loads and checks the configuration. Throws one OperatorError that lists every fault by variable, with secrets masked. */
export function loadConfig(env: Environment = environment()): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = configVariables.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => ({
      variable: String(issue.path[0]),
      expected: issue.message,
    })),
    ...missingPartners(given),
  ];
  if (!parsed.success || faults.length > 0) throw faultyConfig(faults, given);
  return resolveConfig(parsed.data);
}

/** One sentence for each set variable that resembles a known one; none in a child of `npm start`, which has said it. */
export function misspelledSettings(): string[] {
  if (process.connected) return [];
  const given = Object.entries(environment()).filter(([, value]) => value?.trim());
  return misspelledVariables(given.map(([name]) => name)).map(
    ({ name, meant }) => `The variable ${name} is unknown. Did you mean ${meant}?`,
  );
}

export function childEnvironment(extra: Environment): Record<string, string | undefined> {
  return { ...environment(), ...extra };
}

/** The log level alone, for lines logged before or without a valid configuration. */
export function configuredLogLevel(): Variables['LOG_LEVEL'] {
  const { LOG_LEVEL } = environment();
  const parsed = configVariables.shape.LOG_LEVEL.safeParse(LOG_LEVEL || undefined);
  return parsed.success ? parsed.data : 'info';
}

let envFileRead = false;

/** The process's variables plus those of .env that it does not set. Tests ignore .env. */
function environment(): Environment {
  const file = join(REPO_ROOT, '.env');
  const { NODE_ENV } = process.env;
  if (!envFileRead && NODE_ENV !== 'test' && existsSync(file)) loadEnvFile(file);
  envFileRead = true;
  return process.env;
}

/** The configured model; null without one, when rules score and answer. */
function modelOf(v: Variables) {
  if (v.OPENAI_API_KEY === undefined && v.OPENAI_BASE_URL === undefined) return null;
  const perMillion = v.MODEL_DOLLARS_PER_MILLION;
  return {
    // Self-hosted compatible servers often need no key, but the client requires a value.
    apiKey: v.OPENAI_API_KEY ?? 'none',
    baseUrl: v.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    model: v.OPENAI_MODEL,
    ...(perMillion && { spending: { perMillion, dollarsADay: v.MODEL_DOLLARS_A_DAY ?? null } }),
  };
}

function resolveConfig(v: Variables) {
  return {
    nodeEnv: v.NODE_ENV,
    /** null: the embedded Postgres in `dataDir`. */
    databaseUrl: v.DATABASE_URL ?? null,
    /** null: queues live in Postgres. */
    redisUrl: v.REDIS_URL ?? null,
    /** Absolute path. */
    dataDir: v.DATA_DIR,
    host: v.HOST,
    port: v.PORT,
    /** The canonical origin, without a trailing slash. */
    siteUrl: v.SITE_URL ?? `http://localhost:${v.PORT}`,
    /** Bucket for pictures; null stores them in Postgres. */
    s3: bucketOf(v),
    authSecret: v.BETTER_AUTH_SECRET ?? persistedSecret(join(v.DATA_DIR, 'auth-secret')),
    openai: modelOf(v),
    /** Products per 24 hours that the worker asks the model to score; 0 for none. */
    modelScoresADay: v.MODEL_SCORES_A_DAY,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM,
    google: oauthClient(v.GOOGLE_CLIENT_ID, v.GOOGLE_CLIENT_SECRET),
    facebook: oauthClient(v.FACEBOOK_CLIENT_ID, v.FACEBOOK_CLIENT_SECRET),
    logLevel: v.LOG_LEVEL,
    /** OTLP collector for spans; null disables tracing. */
    tracesTo: v.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    accessLog: v.ACCESS_LOG === 'on',
    metricsToken: v.METRICS_TOKEN ?? null,
    /** Addresses of the site's mailto links; null keeps those of the build. */
    supportEmail: v.SUPPORT_EMAIL ?? null,
    contactEmail: v.CONTACT_EMAIL ?? null,
    adminEmail: v.ADMIN_EMAIL ?? null,
    /** Notifies operators in addition to their mails. */
    webhook: v.OPERATOR_WEBHOOK
      ? {
          url: v.OPERATOR_WEBHOOK,
          secret: v.OPERATOR_WEBHOOK_SECRET ?? null,
          format: v.OPERATOR_WEBHOOK_FORMAT,
        }
      : null,
    /** Called by the worker clock while it works; null for nobody. */
    heartbeatUrl: v.HEARTBEAT_URL ?? null,
    /** Denies the operator role to operators without a second factor. */
    isAdminSecondFactorRequired: v.ADMIN_SECOND_FACTOR === 'required',
    /** Concurrent crawls in one worker process. */
    workerConcurrency: v.WORKER_CONCURRENCY,
    workerProcesses: v.WORKER_PROCESSES,
    /** Port of a worker's /livez, /readyz and /metrics; 0 disables them. */
    workerPort: v.WORKER_PORT,
    /** Longest time between checks of an offer, in minutes. */
    recheckMinutes: v.RECHECK_MINUTES,
    /** Days for which fetched pages are kept for a replay; 0 keeps none. */
    keepPagesDays: v.KEEP_PAGES_DAYS,
    /** Scheduled backups: hours between two, 0 for none, and how many files stay. */
    backup: { everyHours: v.BACKUP_EVERY_HOURS, keep: v.BACKUP_KEEP },
    chromiumPath: v.CHROMIUM_PATH ?? null,
    /** Allows shops' scripts to run where the kernel gives Chromium no sandbox. */
    allowUnsandboxedChromium: v.ALLOW_UNSANDBOXED_CHROMIUM,
    /** Number of reverse proxies whose X-Forwarded-For entry is trusted. */
    trustedHops: v.TRUSTED_HOPS,
    /** Origins of shops on this machine or a private network that the crawler may visit. */
    localShops: v.LOCAL_SHOPS,
    demoRetailers: v.DEMO_RETAILERS,
    /** 0: any free port. */
    demoPort: v.DEMO_PORT,
    featuresComingSoon: v.FEATURES_COMING_SOON,
  };
}

/** The random secret (64 hex digits, mode 0600) at `path`, created once for all processes. Throws OperatorError if it cannot be written. */
function persistedSecret(path: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const known = readIfPresent(path)?.trim();
    if (known) return known;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    linkOrLose(draft, path);
    rmSync(draft);
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const why = messageOf(cause);
    throw new OperatorError(
      `${dirname(path)} cannot be written (${why}). Set DATA_DIR to a folder of your own.`,
      { cause },
    );
  }
}

/** Links `draft` to `path` atomically, so that nobody reads half a secret; another process may be first. */
function linkOrLose(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
  }
}

function bucketOf(v: Variables) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = v;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = v;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function oauthClient(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null;
}

function faultyConfig(faults: readonly Partner[], given: Environment): OperatorError {
  return new OperatorError(
    [
      `The configuration has ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}:`,
      ...faults.map(
        (f) => `  ${f.variable}${shown(f.variable, given[f.variable])}: expected ${f.expected}`,
      ),
      `Set them in the environment or in ${join(REPO_ROOT, '.env')}; .env.example explains each.`,
    ].join('\n'),
  );
}

function shown(name: string, value: string | undefined): string {
  if (value === undefined) return ' is not set';
  if (SECRET_NAME.test(name)) return ' is (hidden)';
  return ` is ${JSON.stringify(ADDRESS_NAME.test(name) ? maskUrl(value) : value)}`;
}
