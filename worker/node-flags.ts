/**
 * Node's flags for a worker process: how much memory what is young may take, MB, twice. Pages are large and short-lived. With
 * V8's own choice a worker holds 40 MB more and reads none faster, with 8 it reads 8 % slower (`node tests/bench/fetch-extract.ts`).
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=16'];
