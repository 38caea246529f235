import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createSite } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { listen } from '#db/runtime/free-port.ts';
import { REPO_ROOT, VERSION } from '#db/runtime/repo-root.ts';
import { messageOf, OperatorError, UsageError } from '#domain/errors.ts';
import { runCli } from './cli/commands.ts';
import { main } from './cli.ts';

const CLI = join(REPO_ROOT, 'worker/cli.ts');
/** Nothing of this process, but what `npm test` says of compiled modules. */
const ENV = { NODE_ENV: 'test', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/** Runs the command line as a process of its own. */
function spawned(args: readonly string[], input = '') {
  const options = { cwd: REPO_ROOT, env: ENV, input, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, [CLI, ...args], options);
}

/** Runs the command line in this process, in the environment `env`. */
async function cli(args: readonly string[], env: Record<string, string> = {}) {
  const printed = { stdout: '', stderr: '' };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += text.toString();
      return true;
    }),
  );
  try {
    return { status: await main(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

test('--help lists the commands; running without a command is a usage error', () => {
  const help = spawned(['--help']);
  expect(help.status).toBe(0);
  expect(help.stdout).toMatch(/^ {2}start .*\n {2}doctor /m);
  const bare = spawned([]);
  expect(bare).toMatchObject({ status: 2, stdout: '' });
  expect(bare.stderr).not.toBe('');
});

test('an unknown command or option and a missing operand exit with 2 and explain why', async () => {
  const unknown = await cli(['strat']);
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toMatch(
    /^error: unknown command 'strat' \(Did you mean start\?\) Usage: npm run cli -- .*\n$/,
  );
  const option = await cli(['scrape', 'gumnut-grocer', '--resum']);
  expect(option).toMatchObject({ status: 2, stdout: '' });
  expect(option.stderr).toMatch(/^.*\(Did you mean --resume\?\).*\n$/);
  const bare = await cli(['scrape']);
  expect(bare).toMatchObject({ status: 2, stdout: '' });
  expect(bare.stderr).toBe(
    "error: missing required argument 'retailer|url'. Usage: npm run cli -- scrape [options] <retailer|url>\n",
  );
});

test('--help of a command shows options and examples without running it', async () => {
  const help = await cli(['start', '--help']);
  expect(help.status).toBe(0);
  expect(help.stdout).toContain('npm run cli -- start');
  const { stdout: scrape } = await cli(['scrape', '--help']);
  expect(scrape).toMatch(/--resume +read only pages/);
  expect(scrape).toContain('npm run cli -- scrape gumnut-grocer');
});

test('--version prints the version of package.json', async () => {
  expect(await cli(['--version'])).toMatchObject({ status: 0, stdout: `${VERSION}\n` });
});

test('--json prints one value, whether before or after the command', async () => {
  for (const args of ['--json demo', 'demo --json']) {
    const lines: string[] = [];
    await runCli(args.split(' '), (line) => lines.push(line));
    const shops: unknown = JSON.parse(lines.join('\n'));
    expect(shops).toContainEqual(expect.objectContaining({ slug: 'gumnut-grocer', broken: null }));
  }
});

test('a usage error of a command exits with 2 and prints its one line', async () => {
  const failed = await cli(['demo', '--break']);
  expect(failed).toMatchObject({ status: 2, stdout: '' });
  expect(failed.stderr).toMatch(/^Name a demo shop.*\n$/);
});

test('an operator error exits with 1 and shows no stack', async () => {
  const failed = await cli(['migrate'], { PORT: 'abc', LOG_LEVEL: 'loud' });
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain('The configuration has 2 faults');
  expect(failed.stderr).not.toContain('    at ');
});

/** Runs a command in this process. Error lines, exit codes and streams are those of worker/cli.ts, tested above. */
const run = (args: readonly string[]) => runCli(args, () => {});

test.each([
  [['quarantine', 'show'], 'Name a retailer: npm run cli -- quarantine show <retailer>'],
  [['quarantine', 'list', 'coles'], 'To see one retailer: npm run cli -- quarantine show coles'],
  [['demo', 'gumnut-grocer', 'x10'], 'To break a shop, run: npm run cli -- demo --break'],
  [['demo', '--break'], 'Name a demo shop'],
  [['demo', '--break', 'gumnut-grocer', 'x11'], 'The kind must be layout, x10'],
  [['retailer', 'try', 'shop.example'], "'shop.example' is not a web address"],
  [['retailer', 'remove', '../auth-secret'], "'../auth-secret' is not a retailer's slug"],
  [['matches:undo', 'x'], "'x' is not an id"],
  [['migrate', '--create', 'a b'], "'a b' is not a valid name of a migration"],
])('%j is a usage error, explained on one line', async (args, message) => {
  const error = await run(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(messageOf(error)).toContain(message);
  expect(messageOf(error).trim().split('\n')).toHaveLength(1);
});

test('retailer remove deletes no file outside the folder of profiles', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  const file = join(folder, 'mine.json');
  writeFileSync(file, '{}');
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  await expect(run(['retailer', 'remove', '../../mine'])).rejects.toThrow(UsageError);
  vi.unstubAllEnvs();
  expect(existsSync(file)).toBe(true);
  rmSync(folder, { recursive: true });
});

test('backup replaces no file that is not a backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'mine');
  const refusal = 'is not a Priceroo backup, so it is not replaced';
  await expect(run(['backup', file])).rejects.toThrow(refusal);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const socket = join(folder, 'socket');
  const server = createServer().listen(socket);
  await once(server, 'listening');
  await expect(run(['backup', socket])).rejects.toThrow(refusal);
  server.close();
  rmSync(folder, { recursive: true });
});

test('a command that waits for the database says so', async () => {
  const env = { ...ENV, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const child = spawn(process.execPath, [CLI, 'matches'], { cwd: REPO_ROOT, env });
  const [text] = await once(child.stderr.setEncoding('utf8'), 'data');
  child.kill('SIGKILL');
  expect(text).toContain('Waiting for the database at');
});

test('doctor reports a database that is away in its own lines only, and the faults of the running site', async () => {
  const site = createSite((_, response) => response.end('{"data":{"faults":["no-worker"]}}'));
  const env = {
    ...ENV,
    PORT: String(await listen(site)),
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    SMPT_URL: 'smtp://localhost',
  };
  const child = spawn(process.execPath, [CLI, 'doctor'], { cwd: REPO_ROOT, env });
  const [report, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  site.close();
  expect(code).toBe(1);
  expect(report).toMatch(/^warn +port +Priceroo is running at .* reports no-worker/m);
  expect(report).toMatch(/^warn {2}config .*SMPT_URL is unknown. Did you mean SMTP_URL\?/m);
  expect(report).toMatch(/^fail {2}database .*nothing listens there/m);
  expect(report).toMatch(/^fail {2}queues /m);
  expect(report).not.toContain('"level"');
});

test('a worker explains a wrong option without a stack', () => {
  const program = join(REPO_ROOT, 'worker/main.ts');
  const failed = spawnSync(process.execPath, [program, '--lane', 'fetch'], {
    env: ENV,
    encoding: 'utf8',
  });
  expect(failed.status).toBe(2);
  expect(failed.stdout).toContain('--lanes, takes clock, fetch, follow-up, ai');
  expect(failed.stdout).not.toContain('stack');
});

test.each([
  [['demo', '--break', 'nobody', 'x10'], "There is no demo shop 'nobody'"],
  [['backup', '/no/such/folder/file'], 'The folder /no/such/folder cannot be written'],
  [['backup', REPO_ROOT], 'is a folder: name a file in it'],
  [['replay', '/no/such/folder'], 'There is no folder /no/such/folder'],
  [['retailer', 'check', '/no/such.json'], 'There is no file /no/such.json'],
  [['retailer', 'add', '/no/such.json'], 'There is no file /no/such.json'],
])('%j explains the wrong operand', async (args, message) => {
  const error = await run(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OperatorError);
  expect(error).not.toBeInstanceOf(UsageError);
  expect(messageOf(error)).toContain(message);
});

test('an internal error shows its stack only at LOG_LEVEL debug', async () => {
  const broken = await cli(['replay', '/dev/null']);
  expect(broken.status).toBe(1);
  expect(broken.stderr).not.toContain('    at ');
});

test('parse-price answers each input line with one line', () => {
  const answered = spawned(['parse-price'], '{"text":"$12.50"}\n{"text":"Call us"}\n');
  expect(answered.status).toBe(0);
  expect(answered.stdout.trim().split('\n')).toHaveLength(2);
  expect(JSON.parse(answered.stdout.split('\n')[0] ?? '')).toMatchObject({ amount: '12.50' });
});

test('a closed output pipe is not an error', async () => {
  const child = spawn(process.execPath, [CLI, 'parse-price'], { cwd: REPO_ROOT });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  // The child may end before it has read everything; then our end of the pipe breaks.
  child.stdin.on('error', () => undefined);
  child.stdin.write('{"text":"$1.00"}\n'.repeat(5000));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end('{"text":"$1.00"}\n'.repeat(5000));
  const [code] = await once(child, 'close');
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
});
