/* `cli backup <file>` and `cli restore <file>`: every row of the database, to one file and back. */
import { statSync } from 'node:fs';
import { readBackup } from '#db/backup/read-backup.ts';
import { writeBackup } from '#db/backup/write-backup.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { resolveDatabaseUrl } from './database.ts';
import { progressOf, type Report } from './terminal.ts';

/** Writes a backup, while everything runs. */
export async function backup(file: string): Promise<Report> {
  const progress = progressOf('Backup', 'rows');
  const header = await writeBackup(await resolveDatabaseUrl(loadConfig()), file, progress.at);
  progress.end();
  const rows = sumOf(header.rows);
  const bytes = statSync(file).size;
  const said = `Wrote ${rows} rows of ${Object.keys(header.rows).length} tables to ${file}, ${(bytes / 1e6).toFixed(1)} MB.`;
  return { data: { file, bytes, ...header }, lines: [said] };
}

/** Reads a backup. Throws OperatorError for what must be mended. */
export async function restore(file: string, options: { replace?: boolean }): Promise<Report> {
  const progress = progressOf('Restore', 'rows');
  const url = await resolveDatabaseUrl(loadConfig());
  const { header, mailsHeldBack } = await readBackup(url, file, {
    ...options,
    onRows: progress.at,
  });
  progress.end();
  const lines = [`Restored ${sumOf(header.rows)} rows as of ${header.at}.`];
  if (mailsHeldBack > 0) {
    lines.push(
      `${mailsHeldBack} mails waited then and may have been sent since: they are not sent again.`,
    );
  }
  return { data: { ...header, mailsHeldBack }, lines };
}

function sumOf(rows: Record<string, number>): number {
  return Object.values(rows).reduce((sum, each) => sum + each, 0);
}
