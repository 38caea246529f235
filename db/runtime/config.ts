/*
 * Everything the environment decides, read and checked here and nowhere else.
 *   environment + .env → config-variables (zod: one line a variable) → Config
 * .env.example explains each variable; a test holds the two together.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import type { z } from 'zod';
import { OperatorError } from '#domain/errors.ts';
import {
  configVariables,
  missingPartners,
  type Partner,
  SECRET_VARIABLES,
  URL_SECRETS,
} from './config-variables.ts';
import { maskUrl } from './mask-secret.ts';
import { keptSecret } from './persisted-secret.ts';
import { REPO_ROOT } from './repo-root.ts';

type Variables = z.infer<typeof configVariables>;

/** An OAuth client as the provider issued it. */
export type OAuthClient = { clientId: string; clientSecret: string };

/** The settled configuration. `null` means: not configured, the built-in stand-in is used. */
export type Config = {
  nodeEnv: 'development' | 'production' | 'test';
  /** null: the embedded Postgres in `dataDir`. */
  databaseUrl: string | null;
  /** null: queues live in Postgres. */
  redisUrl: string | null;
  /** Absolute path. */
  dataDir: string;
  host: string;
  port: number;
  /** The one canonical origin, without a trailing slash. */
  siteUrl: string;
  authSecret: string;
  openai: { apiKey: string; baseUrl: string; model: string } | null;
  /** Calls in any 24 hours by which the worker has a model score products; 0 for none. */
  modelScoresADay: number;
  smtpUrl: string | null;
  mailFrom: string;
  google: OAuthClient | null;
  facebook: OAuthClient | null;
  logLevel: Variables['LOG_LEVEL'];
  metricsToken: string | null;
  /** Where the site's mailto links lead; null: as built. */
  supportEmail: string | null;
  contactEmail: string | null;
  adminEmail: string | null;
  /** Crawls at once in one worker process. */
  workerConcurrency: number;
  workerProcesses: number;
  /** How long an offer may go unchecked, in minutes. */
  recheckMinutes: number;
  /** How long fetched pages are kept for a replay; 0: not at all. */
  keepPagesDays: number;
  chromiumPath: string | null;
  /** Reverse proxies in front whose X-Forwarded-For entry is believed. */
  trustedHops: number;
  demoRetailers: boolean;
  /** 0: any free port. */
  demoPort: number;
  featuresComingSoon: string[];
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The checked configuration. Throws one OperatorError that lists every fault by its variable, secrets masked. */
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
  return settle(parsed.data);
}

/** The environment to start a child process with: this one, and `extra` on top. */
export function childEnvironment(extra: Environment): Record<string, string | undefined> {
  return { ...environment(), ...extra };
}

/** The one level that the logger needs before, or without, a sound configuration. */
export function configuredLogLevel(): Variables['LOG_LEVEL'] {
  const { LOG_LEVEL } = environment();
  const parsed = configVariables.shape.LOG_LEVEL.safeParse(LOG_LEVEL || undefined);
  return parsed.success ? parsed.data : 'info';
}

let envFileRead = false;

/** The process's variables, with those of .env where the process sets none. Tests see no .env. */
function environment(): Environment {
  const file = join(REPO_ROOT, '.env');
  const { NODE_ENV } = process.env;
  if (!envFileRead && NODE_ENV !== 'test' && existsSync(file)) loadEnvFile(file);
  envFileRead = true;
  return process.env;
}

function settle(v: Variables): Config {
  return {
    nodeEnv: v.NODE_ENV,
    databaseUrl: v.DATABASE_URL ?? null,
    redisUrl: v.REDIS_URL ?? null,
    dataDir: v.DATA_DIR,
    host: v.HOST,
    port: v.PORT,
    siteUrl: v.SITE_URL ?? `http://localhost:${v.PORT}`,
    authSecret: v.BETTER_AUTH_SECRET ?? keptSecret(join(v.DATA_DIR, 'auth-secret')),
    openai:
      v.OPENAI_API_KEY === undefined && v.OPENAI_BASE_URL === undefined
        ? null
        : {
            // Compatible servers on one's own machine often want no key; the client insists on some text.
            apiKey: v.OPENAI_API_KEY ?? 'none',
            baseUrl: v.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
            model: v.OPENAI_MODEL,
          },
    modelScoresADay: v.MODEL_SCORES_A_DAY,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM,
    google: oauthClient(v.GOOGLE_CLIENT_ID, v.GOOGLE_CLIENT_SECRET),
    facebook: oauthClient(v.FACEBOOK_CLIENT_ID, v.FACEBOOK_CLIENT_SECRET),
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN ?? null,
    supportEmail: v.SUPPORT_EMAIL ?? null,
    contactEmail: v.CONTACT_EMAIL ?? null,
    adminEmail: v.ADMIN_EMAIL ?? null,
    workerConcurrency: v.WORKER_CONCURRENCY,
    workerProcesses: v.WORKER_PROCESSES,
    recheckMinutes: v.RECHECK_MINUTES,
    keepPagesDays: v.KEEP_PAGES_DAYS,
    chromiumPath: v.CHROMIUM_PATH ?? null,
    trustedHops: v.TRUSTED_HOPS,
    demoRetailers: v.DEMO_RETAILERS,
    demoPort: v.DEMO_PORT,
    featuresComingSoon: v.FEATURES_COMING_SOON,
  };
}

function oauthClient(
  clientId: string | undefined,
  clientSecret: string | undefined,
): OAuthClient | null {
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
  if (SECRET_VARIABLES.has(name)) return ' is (hidden)';
  return ` is ${JSON.stringify(URL_SECRETS.has(name) ? maskUrl(value) : value)}`;
}
