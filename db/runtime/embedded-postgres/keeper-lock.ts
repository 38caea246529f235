/*
 * One keeper a data folder.
 */
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * The lock at `path`, or null when another process holds it. The kernel drops the lock of a dead process,
 * which no pid file can promise; SQLite gives us one on every platform.
 */
export function takeLock(path: string): { release(): void } | null {
  // Ours alone to open: whoever may open it may hold the lock.
  writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  const file = new DatabaseSync(path);
  try {
    file.exec('begin exclusive');
    return { release: () => file.close() };
  } catch (cause) {
    file.close();
    if (cause instanceof Error && cause.message.includes('locked')) return null;
    throw cause;
  }
}
