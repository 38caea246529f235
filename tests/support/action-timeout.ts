/** Less where failures are expected by the hundred (tests/mutation/main.ts). */
const { TEST_PATIENCE_MS: patience = '5000' } = process.env;

/** How long a browser test waits for a step on a page, or for what it polls. */
export const ACTION_TIMEOUT_MS = Number(patience);
