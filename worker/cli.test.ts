import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPO_ROOT, VERSION } from '#db/runtime/repo-root.ts';

const CLI = join(REPO_ROOT, 'worker/cli.ts');

function cli(args: readonly string[], env: Record<string, string> = {}, input = '') {
  return spawnSync(process.execPath, [CLI, ...args], {
    cwd: REPO_ROOT,
    env: { NODE_ENV: 'test', ...env },
    input,
    encoding: 'utf8',
  });
}

test('--help lists the commands and ends well; no command at all is a usage fault', () => {
  const help = cli(['--help']);
  expect(help.status).toBe(0);
  expect(help.stdout).toMatch(/^ {2}start .*\n {2}doctor /m);
  expect(cli([]).status).toBe(2);
});

test('an unknown command, option or a missing operand is told on stderr with code 2', () => {
  const unknown = cli(['strat']);
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toContain("unknown command 'strat'\n(Did you mean start?)");
  const option = cli(['scrape', 'gumnut-grocer', '--resum']);
  expect(option).toMatchObject({ status: 2, stdout: '' });
  expect(option.stderr).toContain('(Did you mean --resume?)');
  const bare = cli(['scrape']);
  expect(bare).toMatchObject({ status: 2, stdout: '' });
  expect(bare.stderr).toContain('scrape [options] <retailer|url>');
});

test('--help of a command explains it, with options and examples, without running it', () => {
  const help = cli(['start', '--help']);
  expect(help.status).toBe(0);
  expect(help.stdout).toContain('npm run cli -- start');
  const scrape = cli(['scrape', '--help']).stdout;
  expect(scrape).toMatch(/--resume +reads only pages/);
  expect(scrape).toContain('npm run cli -- scrape gumnut-grocer');
});

test('--version says the version of package.json', () => {
  expect(cli(['--version'])).toMatchObject({ status: 0, stdout: `${VERSION}\n` });
});

test('--json prints one value, before or after the command', () => {
  for (const args of [
    ['--json', 'demo'],
    ['demo', '--json'],
  ]) {
    const shops: unknown = JSON.parse(cli(args).stdout);
    expect(shops).toContainEqual(expect.objectContaining({ slug: 'gumnut-grocer', broken: null }));
  }
});

test("reports operators' faults without a stack, with code 1", () => {
  const failed = cli(['migrate'], { PORT: 'abc', LOG_LEVEL: 'loud' });
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain('The configuration has 2 faults');
  expect(failed.stderr).not.toContain('    at ');
});

test('says a fault of ours without its stack, unless LOG_LEVEL is debug', () => {
  const broken = (env = {}) => cli(['replay', '/dev/null'], env);
  expect(broken().status).toBe(1);
  expect(broken().stderr).not.toContain('    at ');
});

test('lines in, lines out', () => {
  const answered = cli(['parse-price'], {}, '{"text":"$12.50"}\n{"text":"Call us"}\n');
  expect(answered.status).toBe(0);
  expect(answered.stdout.trim().split('\n')).toHaveLength(2);
  expect(JSON.parse(answered.stdout.split('\n')[0] ?? '')).toMatchObject({ amount: '12.50' });
});

test('a reader that closes the pipe early is no fault', async () => {
  const child = spawn(process.execPath, [CLI, 'parse-price'], { cwd: REPO_ROOT });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  // The child may end before it has read all: then our own end of the pipe breaks, as intended.
  child.stdin.on('error', () => undefined);
  child.stdin.write('{"text":"$1.00"}\n'.repeat(5000));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end('{"text":"$1.00"}\n'.repeat(5000));
  const [code] = await once(child, 'close');
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
});
