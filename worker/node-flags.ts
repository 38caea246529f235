/**
 * Node's flags for a worker process. Pages are large and short-lived: with V8's default of 16 MB for what is young, a worker
 * holds some 70 MB more of them and reads none faster (`node tests/bench/fetch-extract.ts`).
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=8'];
