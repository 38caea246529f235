/* The table of commands: syntax, options, examples. A command imports its file when it runs, so `parse-price` loads no database code. */
import { Argument, Command, Option } from 'commander';
import { VERSION } from '#db/runtime/repo-root.ts';
import { OFFER_REFUSALS } from '#domain/offers/offer-refusal.ts';
import type { LineCommand } from './json-lines.ts';
import type { Report, Say } from './terminal.ts';

const database = () => import('./database.ts');
const matches = () => import('./matches.ts');
const retailers = () => import('./retailer.ts');

/** Runs one command and returns its exit code. Throws CommanderError for usage errors, and whatever the command throws. */
export async function runCli(args: readonly string[], say: Say): Promise<number> {
  let code = 0;
  const cli = createCli(say, (exitCode) => {
    code = exitCode;
  });
  await cli.parseAsync(args, { from: 'user' });
  return code;
}

/** Builds the command line. `exit` receives the exit code of the command. */
export function createCli(say: Say = () => {}, exit: (code: number) => void = () => {}): Command {
  const cli = new Command('npm run cli --')
    .version(VERSION)
    .option('--json', 'print one JSON value instead of text')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();

  /** Adds a command. It prints the lines of the report, or its data with --json. */
  function add<Operands extends unknown[]>(
    [syntax, description]: readonly [syntax: string, description: string],
    load: () => Promise<(...operands: Operands) => Promise<Report>>,
    parent = cli,
  ): Command {
    const command = parent.command(syntax).description(description);
    return command.action(async (...operands: Operands) => {
      (await import('./readable-log.ts')).logToTerminal();
      const { data, lines, failed = false } = await (await load())(...operands);
      if (cli.getOptionValue('json') === true) say(JSON.stringify(data));
      else for (const line of lines) say(line);
      exit(failed ? 1 : 0);
    });
  }
  /** Adds a command that answers each JSON line on standard input with one line. */
  function addLines(
    [syntax, description, example]: readonly [syntax: string, description: string, example: string],
    load: () => Promise<LineCommand>,
  ): void {
    const command = cli
      .command(syntax)
      .description(`${description}, one JSON line for each line of standard input.`);
    command.addHelpText('after', `\nExample input:\n  ${example}`).action(async () => {
      const answer = await load();
      process.stdin.setEncoding('utf8');
      try {
        exit(await answer(process.stdin, say));
      } finally {
        process.stdin.destroy();
      }
    });
  }

  const start = cli
    .command('start')
    .description('Starts database, demo shops, workers and site; Ctrl-C stops them.');
  start.action(async () => exit(await (await import('./start.ts')).startCommand(say)));
  add(COMMANDS.doctor, async () => (await import('./doctor.ts')).examine);
  add(COMMANDS.migrate, async () => (await database()).migrateTables)
    .option('--create <name>', 'write a migration from the present tables to the entities')
    .addHelpText('after', examples('migrate --create retailer_abn'));
  add(COMMANDS.dbUrl, async () => (await database()).databaseAddress);
  add(COMMANDS.backup, async () => (await database()).backup);
  add(COMMANDS.restore, async () => (await database()).restore)
    .option('--replace', 'delete all rows first')
    .addHelpText('after', examples('restore priceroo.backup --replace'));
  add(COMMANDS.build, async () => (await import('./start/site-build.ts')).buildPages);
  add(COMMANDS.scrape, async () => (await import('./scrape.ts')).scrape)
    .option('--resume', 'read only pages that are still due, to continue an interrupted run')
    .addHelpText('after', examples('scrape gumnut-grocer', 'scrape https://shop.example/p/1'));
  const retailer = cli
    .command('retailer')
    .description('Lists, tries, adds, enables and disables retailers.');
  add(COMMANDS.list, async () => (await retailers()).listRetailers, retailer).option(
    '--enabled',
    'only enabled retailers',
  );
  add(COMMANDS.enable, async () => (await retailers()).enable, retailer);
  add(COMMANDS.disable, async () => (await retailers()).disable, retailer);
  add(COMMANDS.check, async () => (await retailers()).checkProfiles, retailer);
  add(COMMANDS.add, async () => (await import('./retailer-add.ts')).addRetailer, retailer)
    .option('--yes', 'enable the shop at an address without a question')
    .option('--selector <field=css...>', 'the element of a field, such as price=.now')
    .addHelpText('after', examples('retailer add https://shop.example.com.au'));
  add(COMMANDS.remove, async () => (await retailers()).removeProfile, retailer);
  add(COMMANDS.try, async () => (await import('./retailer-try.ts')).tryRetailer, retailer)
    .option('--save', 'write the draft to DATA_DIR/retailers; keeps an existing file')
    .option('--loopback', 'allow a page on this machine (development only)')
    .addHelpText('after', examples('retailer try https://shop.example.com.au/p/1 --save'));
  add(COMMANDS.feed, async () => (await import('./feed-import.ts')).importFeedOf)
    .option(
      '--believe',
      'let a second import confirm all prices, even ten times higher, or a quarter doubted',
    )
    .addHelpText('after', examples('feed:import big-w products.xml.gz'));
  add(COMMANDS.replay, async () => (await import('./replay.ts')).replay)
    .option('--without <source...>', 'ignore a source: json-ld, microdata, metas or scripts')
    .addHelpText('after', examples('replay jb-hi-fi --without json-ld'));
  add(COMMANDS.quarantine, async () => (await import('./quarantine.ts')).quarantine)
    .addArgument(new Argument('[action]').choices(QUARANTINE_ACTIONS).default('list'))
    .argument('[retailer]')
    .addHelpText('after', examples('quarantine show jb-hi-fi', 'quarantine approve jb-hi-fi'));
  add(COMMANDS.refused, async () => (await import('./refused.ts')).refused)
    .addOption(
      new Option('--reason <reason>', 'only offers refused for this reason').choices(
        OFFER_REFUSALS,
      ),
    )
    .addHelpText('after', examples('refused jb-hi-fi --reason price-doubted'));
  add(COMMANDS.matches, async () => (await matches()).listMatches);
  add(COMMANDS.split, async () => (await matches()).split).option(
    '--to <product>',
    'move it to this product (id or address) instead of a new one',
  );
  add(COMMANDS.merge, async () => (await matches()).merge);
  add(COMMANDS.keep, async () => (await matches()).keep);
  add(COMMANDS.undo, async () => (await matches()).undo);
  add(COMMANDS.demo, async () => (await import('./demo.ts')).demo)
    .option('--break', 'break a shop: layout, x10, empty, 403 or slow; none repairs it')
    .addHelpText('after', examples('demo --break gumnut-grocer x10'));
  addLines(LINE_COMMANDS.extract, async () => (await import('./extract.ts')).extractCommand);
  addLines(
    LINE_COMMANDS.parsePrice,
    async () => (await import('./parse-price.ts')).parsePriceCommand,
  );
  addLines(LINE_COMMANDS.match, async () => (await import('./match.ts')).matchCommand);
  add(COMMANDS.promote, async () => (await database()).promote);
  add(COMMANDS.secondFactorOff, async () => (await database()).turnSecondFactorOff);
  add(COMMANDS.completion, async () => {
    const { completionOf } = await import('./completion.ts');
    return async () => completionOf(cli);
  });
  explainErrors(cli);
  return cli;
}

/** Makes the command and its subcommands print a usage error and their syntax on one line. */
function explainErrors(command: Command): void {
  const usage = command.createHelp().commandUsage(command);
  command.configureOutput({
    outputError(text, write) {
      const error = text.trim().replaceAll('\n', ' ');
      write(`${error}${/[.)]$/.test(error) ? '' : '.'} Usage: ${usage}\n`);
    },
  });
  for (const each of command.commands) explainErrors(each);
}

function examples(...lines: string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  npm run cli -- ${line}`)].join('\n');
}

const QUARANTINE_ACTIONS = ['list', 'show', 'approve', 'undo', 'probe', 'replay'];

/** Syntax and description of each command. */
const COMMANDS = {
  doctor: ['doctor', 'Checks this machine and the configuration.'],
  migrate: ['migrate', 'Runs pending database migrations.'],
  dbUrl: [
    'db-url',
    'Prints the database URL with its password; the embedded Postgres runs only with `npm start`.',
  ],
  backup: [
    'backup <file>',
    'Writes a consistent snapshot of all rows to one file; site and workers may run.',
  ],
  restore: [
    'restore <file>',
    'Restores a backup of this or an earlier release; stop site and workers first.',
  ],
  build: ['build', 'Builds the pages into dist/ if their sources changed.'],
  scrape: ['scrape <retailer|url>', 'Crawls all pages of a retailer now, or reads one page.'],
  list: ['list', 'Lists retailers with their status and access.'],
  enable: ['enable <slug>', 'Crawls and shows a retailer; a real one disables all demo shops.'],
  disable: [
    'disable <slug>',
    'Stops crawling and showing a retailer; `demo-shops` means all demo shops.',
  ],
  check: ['check [files...]', 'Validates these profiles, or all known ones.'],
  add: [
    'add <file|url>',
    'Adds a valid profile, or visits a shop, shows ten of its products and asks to enable it.',
  ],
  remove: ['remove <slug>', 'Removes a profile you added, and its retailer.'],
  try: ['try <url>', 'Reads one page of a new retailer and drafts a profile.'],
  feed: ['feed:import <retailer> <file|url>', 'Imports a product feed: XML, CSV or JSON.'],
  replay: ['replay <folder|retailer>', 'Scores the extractor on labelled or kept pages.'],
  quarantine: ['quarantine', 'Lists quarantined retailers, or shows and decides one.'],
  refused: ['refused [retailer]', 'Lists refused offers with their reasons.'],
  matches: ['matches', 'Lists doubted matches and past decisions.'],
  split: ['matches:split <offer>', 'Splits an offer, with its history, from its product.'],
  merge: ['matches:merge <product> <into>', 'Merges a product into another (ids or addresses).'],
  keep: ['matches:keep <offer|product> [into]', 'Confirms an offer, or keeps two products apart.'],
  undo: ['matches:undo <id>', 'Reverts a decision or a join.'],
  demo: ['demo [shop] [kind]', 'Lists the demo shops, or breaks one for a rehearsal.'],
  promote: ['user:promote <email>', 'Makes an existing account an operator of /admin.'],
  secondFactorOff: [
    'user:second-factor-off <email>',
    'Turns off the second factor of an account that lost it.',
  ],
  completion: ['completion', 'Prints a completion script for bash and zsh.'],
} as const;

/** Commands on JSON lines: syntax, description, example line. */
const LINE_COMMANDS = {
  extract: [
    'extract',
    'Extracts offers from saved pages',
    '{"file":"page.html","url":"https://shop.example/p/1"}',
  ],
  parsePrice: [
    'parse-price',
    'Parses price texts',
    '{"text":"Was $20 Now $15","currencyHint":"AUD"}',
  ],
  match: [
    'match',
    'Compares pairs of offers',
    '{"left":{"name":"Vegemite 380g","price":"7.50"},"right":{"name":"Vegemite 380 g","brand":"Vegemite"}}',
  ],
} as const;
