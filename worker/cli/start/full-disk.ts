/**
 * Lets this process live on where its output goes to a file and the disk is full: lines are lost, but Postgres, site and
 * workers, which end with it, are not. Any other fault of a stream ends it as before.
 */
export function outliveFullDisk(
  streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
  }
}
