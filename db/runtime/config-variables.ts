/* The environment variables, one entry each: accepted values, default, and the message after 'PORT is "x": expected …'. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { CHANNELS } from '#domain/text/channel-note.ts';
import { REPO_ROOT } from './repo-root.ts';

/** Names of variables whose value is never printed; the path of a webhook or heartbeat often contains a secret. */
export const SECRET_NAME = /SECRET|TOKEN|API_KEY|WEBHOOK$|HEARTBEAT/;

/** Names of addresses that may contain a password: printed without it. */
export const ADDRESS_NAME = /_(?:URL|ENDPOINT)$/;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function wholeNumber(from: number, to: number, otherwise: number) {
  const error = `a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= from && value <= to, error)
    .default(otherwise);
}

function address(protocols: readonly string[], example: string) {
  const fits = (value: string) =>
    protocols.some((protocol) => value.startsWith(`${protocol}//`)) && URL.canParse(value);
  return z.string().trim().refine(fits, `an address such as ${example}`).optional();
}

const positive = (text: string) => Number(text) > 0 && Number.isFinite(Number(text));

function secret(shortest: number, hint: string) {
  return z.string().min(shortest, `at least ${shortest} characters${hint}`).optional();
}

const matching = (form: RegExp, error: string) => z.string().regex(form, error);

/** The items of a list with commas between, each fit for `isFit`. */
function list(isFit: (item: string) => boolean, error: string) {
  return z
    .string()
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))
    .refine((items) => items.every(isFit), error);
}

const switchWord = z
  .enum(['true', 'false', '1', '0'], 'true or false')
  .transform((word) => word === 'true' || word === '1');

const mailbox = /^(?:[^<>@\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

const webAddress = (example: string) => address(['http:', 'https:'], example);

const siteOrigin = webAddress('https://prices.example.com.au')
  .refine(
    (value) => value === undefined || !URL.canParse(value) || new URL(value).pathname === '/',
    'an origin without a path, such as https://prices.example.com.au',
  )
  .transform((value) => (value === undefined ? undefined : new URL(value).origin));

const featureNames = list(
  (name) => /^[a-z]+(-[a-z]+)*$/.test(name),
  'names such as price-alerts, with commas between',
);

const shopOrigins = list(
  (shop) => /^https?:/.test(shop) && URL.parse(shop)?.origin === shop.replace(/\/$/, ''),
  'origins such as http://127.0.0.1:8080, with commas between',
).transform((shops) => shops.map((shop) => shop.replace(/\/$/, '')));

/** Schema of the environment, keyed by variable name. */
export const configVariables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'development, production or test')
    .default('development'),
  HOST: matching(/^[\w.:-]+$/, 'a host name or address to listen on').default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 4321),
  SITE_URL: siteOrigin,
  TRUSTED_HOPS: wholeNumber(0, 10, 0),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(REPO_ROOT, path)),
  DATABASE_URL: address(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host:5432/database',
  ),
  REDIS_URL: address(['redis:', 'rediss:'], 'redis://host:6379'),
  S3_ENDPOINT: webAddress('https://s3.ap-southeast-2.amazonaws.com'),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "a bucket's name").optional(),
  S3_REGION: matching(/^[a-z0-9-]+$/, 'a region such as ap-southeast-2').default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: secret(1, ''),
  BETTER_AUTH_SECRET: secret(32, ' (openssl rand -hex 32)'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: secret(1, ''),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: secret(1, ''),
  OPENAI_API_KEY: secret(1, ''),
  OPENAI_BASE_URL: webAddress('https://api.openai.com/v1'),
  OPENAI_MODEL: z.string().default('gpt-5-mini'),
  MODEL_SCORES_A_DAY: wholeNumber(0, 1_000_000, 1_000),
  MODEL_DOLLARS_PER_MILLION: z
    .string()
    .transform((text) => text.split(','))
    .refine(
      (prices) => prices.length === 2 && prices.every(positive),
      'the price of a million tokens of questions and of answers in dollars, such as 0.25,2',
    )
    .transform(([tokensIn, tokensOut]) => [Number(tokensIn), Number(tokensOut)] as const)
    .optional(),
  MODEL_DOLLARS_A_DAY: z
    .string()
    .refine(positive, 'an amount in dollars, such as 5')
    .transform(Number)
    .optional(),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465'),
  MAIL_FROM: matching(mailbox, 'a mailbox such as Priceroo <hello@example.com.au>').default(
    'Priceroo <hello@localhost.localdomain>',
  ),
  SUPPORT_EMAIL: z.email('the address that shoppers write to for help').optional(),
  CONTACT_EMAIL: z.email('the address for everything else').optional(),
  ADMIN_EMAIL: z.email('the address of the person who may open /admin').optional(),
  OPERATOR_WEBHOOK: webAddress('https://alerts.example.com/priceroo'),
  OPERATOR_WEBHOOK_SECRET: secret(16, ''),
  OPERATOR_WEBHOOK_FORMAT: z
    .enum(['json', ...CHANNELS], `json, ${CHANNELS.join(', ')}`)
    .default('json'),
  HEARTBEAT_URL: webAddress('https://hc-ping.com/your-id'),
  ADMIN_SECOND_FACTOR: z
    .enum(['recommended', 'required'], 'recommended or required')
    .default('recommended'),
  METRICS_TOKEN: secret(16, ''),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://collector:4318'),
  ACCESS_LOG: z.enum(['on', 'off'], 'on or off').default('off'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
  WORKER_PORT: wholeNumber(0, 65_535, 0),
  WORKER_PROCESSES: wholeNumber(1, 64, 1),
  WORKER_CONCURRENCY: wholeNumber(1, 256, 4),
  RECHECK_MINUTES: wholeNumber(1, 10_080, 120),
  KEEP_PAGES_DAYS: wholeNumber(0, 365, 0),
  BACKUP_EVERY_HOURS: wholeNumber(0, 720, 0),
  BACKUP_KEEP: wholeNumber(1, 1_000, 7),
  CHROMIUM_PATH: z.string().optional(),
  ALLOW_UNSANDBOXED_CHROMIUM: switchWord.default(false),
  LOCAL_SHOPS: shopOrigins.default([]),
  ALLOW_LOCAL_SHOPS_IN_PRODUCTION: switchWord.default(false),
  DEMO_RETAILERS: switchWord.default(true),
  DEMO_PORT: wholeNumber(0, 65_535, 0),
  FEATURES_COMING_SOON: featureNames.default([]),
});

/** Documented variables that a library reads itself. */
export const READ_BY_LIBRARIES = ['OTEL_EXPORTER_OTLP_HEADERS'];

/** Up to this length a name may differ by one slip only: short names of other programs resemble one another (HOME, HOST). */
const SHORT_NAME = 8;

/** Unknown variables whose name is one or two slips (a letter missing, added, wrong or swapped) away from a known one. */
export function misspelledVariables(names: readonly string[]): { name: string; meant: string }[] {
  const known = [...Object.keys(configVariables.shape), ...READ_BY_LIBRARIES];
  return names.flatMap((name) => {
    if (known.includes(name) || !/^[A-Z][A-Z0-9_]{4,}$/.test(name)) return [];
    const meant = known.find((each) => isNear(name, each, each.length > SHORT_NAME ? 2 : 1));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Whether at most `most` slips lead from one name to the other. */
function isNear(a: string, b: string, most: number): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [left, right] = [a.slice(at), b.slice(at)];
  if (left === right) return true;
  if (most === 0) return false;
  const isSwap = left[0] === right[1] && left[1] === right[0];
  return (
    isNear(left.slice(1), right, most - 1) ||
    isNear(left, right.slice(1), most - 1) ||
    isNear(left.slice(1), right.slice(1), most - 1) ||
    (isSwap && isNear(left.slice(2), right.slice(2), most - 1))
  );
}

export type Partner = { variable: string; expected: string };

/** Variables that are set together or not at all. */
const GROUPS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const;

const NEEDED_IN_PRODUCTION: readonly Partner[] = [
  {
    variable: 'BETTER_AUTH_SECRET',
    expected: 'at least 32 characters when NODE_ENV is production (openssl rand -hex 32)',
  },
  {
    variable: 'SITE_URL',
    expected: 'the public origin when NODE_ENV is production: links in mails point there',
  },
];

/** In production, a forgotten LOCAL_SHOPS would open the private network to the crawler. */
const OPENED_KNOWINGLY: Partner = {
  variable: 'ALLOW_LOCAL_SHOPS_IN_PRODUCTION',
  expected: 'true, as LOCAL_SHOPS is set and NODE_ENV is production',
};

/** The missing variables that the set ones require. */
export function missingPartners(given: Readonly<Record<string, string | undefined>>): Partner[] {
  const missing: Partner[] = [];
  for (const group of GROUPS) {
    const set = group.find((variable) => given[variable] !== undefined);
    if (!set) continue;
    const absent = group.filter((variable) => given[variable] === undefined);
    const expected = `a value, as ${set} is set`;
    missing.push(...absent.map((variable) => ({ variable, expected })));
  }
  if (given['MODEL_DOLLARS_A_DAY'] !== undefined && !given['MODEL_DOLLARS_PER_MILLION']) {
    const expected = 'prices such as 0.25,2, as MODEL_DOLLARS_A_DAY is set';
    missing.push({ variable: 'MODEL_DOLLARS_PER_MILLION', expected });
  }
  const { NODE_ENV } = given;
  if (NODE_ENV !== 'production') return missing;
  const isOpened = switchWord.safeParse(given[OPENED_KNOWINGLY.variable]).data === true;
  if (given['LOCAL_SHOPS'] !== undefined && !isOpened) missing.push(OPENED_KNOWINGLY);
  return [
    ...missing,
    ...NEEDED_IN_PRODUCTION.filter(({ variable }) => given[variable] === undefined),
  ];
}
