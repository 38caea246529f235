/** How long a browser test waits for a step on a page, or for what it polls. */
export const ACTION_TIMEOUT_MS = 5_000;
