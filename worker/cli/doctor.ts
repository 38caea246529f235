/*
 * `cli doctor`: is this machine fit, and is the configuration sound? One line a check, all of them, whatever fails.
 */
import { type Config, loadConfig } from '#db/runtime/config.ts';
import { OperatorError } from '#domain/errors.ts';
import type { Finding } from './doctor/finding.ts';
import { checkBrowser, checkDataFolder, checkNode, checkPort } from './doctor/machine.ts';
import { checkDatabase, checkQueues } from './doctor/stores.ts';

type Check = { name: string; run: (config: Config) => Finding | Promise<Finding> };

const checks: readonly Check[] = [
  { name: 'data folder', run: checkDataFolder },
  { name: 'port', run: checkPort },
  { name: 'database', run: checkDatabase },
  { name: 'queues', run: checkQueues },
  { name: 'browser', run: checkBrowser },
];

/** Runs `doctor`; returns 1 when a check failed, else 0. */
export async function doctorCommand(write: (line: string) => void): Promise<number> {
  let failed = false;
  const tell = (name: string, { state, text }: Finding) => {
    failed ||= state === 'fail';
    write(`${state.padEnd(5)} ${name.padEnd(12)} ${text}`);
  };
  tell('node', checkNode());
  const config = await found(async () => loadConfig());
  if ('state' in config) {
    tell('config', config);
    return 1;
  }
  tell('config', { state: 'ok', text: `${config.nodeEnv}, ${config.siteUrl}` });
  for (const { name, run } of checks) tell(name, await found(async () => run(config)));
  return failed ? 1 : 0;
}

/** What the step gives, or the fault it meets as a finding. */
async function found<Result>(step: () => Promise<Result>): Promise<Result | Finding> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof OperatorError) return { state: 'fail', text: cause.message };
    return {
      state: 'fail',
      text: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
    };
  }
}
