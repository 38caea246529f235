/* The database connection of commands, and the database commands: `migrate`, `db-url`, `backup`, `restore`, `user:…`. */
import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { isBackup, readBackup } from '#db/backup/read-backup.ts';
import { writeBackup } from '#db/backup/write-backup.ts';
import { createMigration, migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { noteAccountEvent, removeSecondFactor } from '#db/queries/accounts/second-factor.ts';
import { findUser, promoteToOperator } from '#db/queries/accounts/users.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { type Config, loadConfig } from '#db/runtime/config.ts';
import { ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { secondFactorMail } from '#domain/account/second-factor.ts';
import { messageOf, OperatorError, UsageError } from '#domain/errors.ts';
import { counted } from '#domain/text/counted.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { progressOf, type Report } from './terminal.ts';

/** DATABASE_URL, or the URL of the embedded Postgres, which is started if necessary. Throws OperatorError when it cannot start. */
export async function resolveDatabaseUrl(config: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  return config.databaseUrl ?? (await ensurePostgres(config.dataDir)).url;
}

type Opened = { config: Config; orm: MikroORM };

/** Migrates and opens the database, runs `work`, and closes the database. */
export async function withDatabase<Result>(
  work: (em: EntityManager, opened: Opened) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig();
  const databaseUrl = await resolveDatabaseUrl(config);
  await migrate(databaseUrl, sayOnStderr);
  const orm = await openOrm(databaseUrl);
  try {
    return await work(orm.em.fork(), { config, orm });
  } finally {
    await orm.close();
  }
}

export async function requireRetailer(em: EntityManager, slug: string): Promise<RetailerRow> {
  const retailer = await findRetailer(em, { slug });
  if (retailer) return retailer;
  throw new OperatorError(
    `There is no retailer '${slug}'. List them with: npm run cli -- retailer list`,
  );
}

/** The enabled retailer with this slug. Throws OperatorError with the command that enables it. */
export async function requireEnabled(em: EntityManager, slug: string): Promise<RetailerRow> {
  const retailer = await requireRetailer(em, slug);
  if (retailer.status === 'enabled') return retailer;
  throw new OperatorError(
    `${retailer.name} is ${retailer.status}; enable it first: npm run cli -- retailer enable ${slug}`,
  );
}

/** `migrate`: runs pending migrations, then writes one if asked. Throws OperatorError when the database cannot be reached. */
export async function migrateTables({ create }: { create?: string }): Promise<Report> {
  if (create !== undefined && !/^[a-z][a-z0-9_]*$/.test(create)) {
    throw new UsageError(
      `'${create}' is not a valid name of a migration: use lower-case letters, digits and '_', such as retailer_abn.`,
    );
  }
  const databaseUrl = await resolveDatabaseUrl(loadConfig());
  const { ran } = await migrate(databaseUrl, sayOnStderr);
  if (create !== undefined) {
    const file = await createMigration(databaseUrl, create);
    const next = 'Review it, then run: npm run cli -- migrate';
    const message = file
      ? `Wrote ${file}. ${next}`
      : 'Tables and entities agree; no migration was written.';
    return { data: { file }, lines: [message] };
  }
  const lines = [...ran.map((name) => `Ran ${name}`), 'The tables are up to date.'];
  return { data: { ran }, lines };
}

/** `db-url`: prints the database URL for other programs. */
export async function databaseAddress(): Promise<Report> {
  const url = await resolveDatabaseUrl(loadConfig());
  return { data: { url }, lines: [url] };
}

/** `user:promote`: makes an account an operator. Fails when no account has the address. */
export async function promote(email: string): Promise<Report> {
  const isDone = await withDatabase((em) => promoteToOperator(em, email));
  const message = isDone
    ? `${email} is an operator and can sign in at /admin/login.`
    : `No account has the address ${email}. Sign up on the site first, then run this again.`;
  return { data: { email, isOperator: isDone }, lines: [message], failed: !isDone };
}

/** `user:second-factor-off`: turns it off and notifies the person by mail. Fails when the account has none. */
export async function turnSecondFactorOff(email: string): Promise<Report> {
  return withDatabase(async (em, { config }) => {
    const user = await findUser(em, { email: email.toLowerCase() });
    const isDone =
      user !== null &&
      (await inTransaction(em, async (tx) => {
        if (!(await removeSecondFactor(tx, user.id))) return false;
        const event = { kind: 'second-factor-off', way: 'command-line', network: null } as const;
        await noteAccountEvent(tx, { userId: user.id }, event);
        const content = secondFactorMail(user, 'off-by-operator', config.siteUrl);
        await addMail(tx, {
          key: `second-factor:${user.id}:off-by-operator:${randomUUID()}`,
          kind: 'account',
          recipient: user.email,
          text: composeMail(content, config.mailFrom),
        });
        return true;
      }));
    const message = isDone
      ? `The second factor of ${email} is off, and a mail says so. Ask them to set it up again.`
      : user
        ? `The account of ${email} has no second factor.`
        : `No account has the address ${email}.`;
    return { data: { email, isOff: isDone }, lines: [message], failed: !isDone };
  });
}

/** `backup`: writes all rows to `file`. Throws OperatorError when it cannot be written, or is another file than a backup. */
export async function backup(file: string): Promise<Report> {
  requireWritable(dirname(resolve(file)));
  await requireReplaceable(file);
  const progress = progressOf('Backup', 'rows');
  const header = await writeBackup(await resolveDatabaseUrl(loadConfig()), file, progress.at);
  progress.end();
  const rows = sumOf(header.rows);
  const bytes = statSync(file).size;
  const message = `Wrote ${rows} rows of ${Object.keys(header.rows).length} tables to ${file}, ${(bytes / 1e6).toFixed(1)} MB.`;
  return { data: { file, bytes, ...header }, lines: [message] };
}

/** `restore`: reads a backup. Throws OperatorError for a bad file or a database in use. */
export async function restore(file: string, options: { replace?: boolean }): Promise<Report> {
  const check = progressOf('Check of the file', 'kB');
  const progress = progressOf('Restore', 'kB');
  const url = await resolveDatabaseUrl(loadConfig());
  const { header, mailsHeldBack } = await readBackup(url, file, {
    ...options,
    onChecked: (done, total) => check.at(kilobytes(done), kilobytes(total)),
    onInserted: (done, total) => progress.at(kilobytes(done), kilobytes(total)),
  });
  progress.end();
  const lines = [`Restored ${sumOf(header.rows)} rows as of ${header.at}.`];
  if (mailsHeldBack > 0) {
    lines.push(
      `Marked as failed, because they may have been sent since: ${counted(mailsHeldBack, 'mail')} that waited at that time.`,
    );
  }
  return { data: { ...header, mailsHeldBack }, lines };
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000);
}

/** Throws OperatorError unless files can be created in `folder`. */
function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new OperatorError(`The folder ${folder} cannot be written: ${messageOf(error)}`);
  }
}

/** Throws OperatorError for a folder, a device, a socket or a pipe, and a file with other content than a backup. */
async function requireReplaceable(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const known = statSync(file);
  if (known.isDirectory()) throw new OperatorError(`${file} is a folder: name a file in it.`);
  const isReplaceable = known.isFile() && (known.size === 0 || (await isBackup(file)));
  if (!isReplaceable) {
    throw new OperatorError(`${file} is not a Priceroo backup, so it is not replaced.`);
  }
}

function sayOnStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

function sumOf(rows: Record<string, number>): number {
  return Object.values(rows).reduce((sum, each) => sum + each, 0);
}
