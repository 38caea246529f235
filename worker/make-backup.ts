import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { writeBackup } from '#db/backup/write-backup.ts';
import { claimBackup } from '#db/queries/operators/backups.ts';
import type { Config } from '#db/runtime/config.ts';
import { DAY_MS, iso } from '#domain/time.ts';

type BackupConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'backup'>;

/** Backups made here: their names sort by time. Files with other names are left alone. */
const OURS = /^priceroo-\d{8}T\d{6}Z\.backup$/;
const DRAFT = /^priceroo-\d{8}T\d{6}Z\.backup\.\d+\.partial$/;

/**
 * Writes a backup into DATA_DIR/backups of this machine if BACKUP_EVERY_HOURS have passed since the last one, and deletes all but the
 * newest BACKUP_KEEP. Returns the file; null if none is due or another worker makes it.
 */
export async function makeBackup(
  em: EntityManager,
  { databaseUrl, dataDir, backup }: BackupConfig,
): Promise<string | null> {
  if (!databaseUrl || backup.everyHours === 0) return null;
  if (!(await claimBackup(em, backup.everyHours))) return null;
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const moment = iso(Date.now()).replace(/\.\d+|[-:]/g, '');
  const file = join(folder, `priceroo-${moment}.backup`);
  await writeBackup(databaseUrl, file);
  deleteOld(folder, backup.keep);
  return file;
}

/** Keeps the newest backups. Drafts of processes that died are deleted after a day. */
function deleteOld(folder: string, keep: number): void {
  const names = readdirSync(folder).toSorted();
  const old = names.filter((name) => OURS.test(name)).slice(0, -keep);
  const abandoned = names.filter(
    (name) => DRAFT.test(name) && statSync(join(folder, name)).mtimeMs < Date.now() - DAY_MS,
  );
  for (const name of [...old, ...abandoned]) rmSync(join(folder, name), { force: true });
}
