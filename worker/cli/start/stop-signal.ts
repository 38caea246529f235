/*
 * How `npm start` is told to end: Ctrl-C, SIGTERM, or the terminal's closing.
 */

const FORCED_EXIT_CODE = 130;

/** Aborts at the first of these signals; at a second one the process ends at once, and its children with it. */
export function stopSignal(): AbortController {
  const control = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (control.signal.aborted) process.exit(FORCED_EXIT_CODE);
      control.abort(name);
    });
  }
  return control;
}

/** Resolves once the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
