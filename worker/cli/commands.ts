/* The table of commands: words, options, examples. Each imports its file when it runs, so that `parse-price` waits for no database. */
import { Argument, Command, Option } from 'commander';
import { VERSION } from '#db/runtime/repo-root.ts';
import { OFFER_REFUSALS } from '#domain/offers/offer-refusal.ts';
import type { LineCommand } from './json-lines.ts';
import type { Report, Say } from './terminal.ts';

const database = () => import('./database.ts');
const matches = () => import('./matches.ts');
const retailers = () => import('./retailer.ts');

/** Runs one command; returns its exit code. Throws CommanderError for words that it does not understand, and what the command throws. */
export async function runCli(args: readonly string[], say: Say): Promise<number> {
  let code = 0;
  const cli = createCli(say, (exitCode) => {
    code = exitCode;
  });
  await cli.parseAsync(args, { from: 'user' });
  return code;
}

/** The command line; `exit` hears of a command's exit code. */
export function createCli(say: Say = () => {}, exit: (code: number) => void = () => {}): Command {
  const cli = new Command('npm run cli --')
    .version(VERSION)
    .option('--json', 'one JSON value instead of text, for programs')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError()
    .exitOverride();

  /** Adds a command by its words and what it does. It prints what the loaded function reports: lines, or data with --json. */
  function add<Words extends unknown[]>(
    [words, does]: readonly [words: string, does: string],
    load: () => Promise<(...words: Words) => Promise<Report>>,
    parent = cli,
  ): Command {
    const command = parent.command(words).description(does);
    return command.action(async (...given: Words) => {
      const { data, lines, failed = false } = await (await load())(...given);
      if (cli.getOptionValue('json') === true) say(JSON.stringify(data));
      else for (const line of lines) say(line);
      exit(failed ? 1 : 0);
    });
  }
  /** Adds a command that answers each line of JSON on standard input with one line. */
  function addLines(
    [words, does, example]: readonly [words: string, does: string, example: string],
    load: () => Promise<LineCommand>,
  ): void {
    const command = cli
      .command(words)
      .description(`${does}: JSON lines in, one answer a line out.`);
    command.addHelpText('after', `\nExample of a line:\n  ${example}`).action(async () => {
      const answer = await load();
      process.stdin.setEncoding('utf8');
      try {
        exit(await answer(process.stdin, say));
      } finally {
        process.stdin.destroy();
      }
    });
  }

  const start = cli.command('start').description('Runs everything; Ctrl-C stops it.');
  start.action(async () => exit(await (await import('./start.ts')).startCommand(say)));
  add(DOES.doctor, async () => (await import('./doctor.ts')).examine);
  add(DOES.migrate, async () => (await database()).migrateTables)
    .option('--create <name>', 'writes the migration that leads from the tables to the entities')
    .addHelpText('after', examples('migrate --create retailer_abn'));
  add(DOES.dbUrl, async () => (await database()).databaseAddress);
  add(DOES.backup, async () => (await import('./database.ts')).backup);
  add(DOES.restore, async () => (await import('./database.ts')).restore)
    .option('--replace', 'deletes all rows first; stop site and workers before')
    .addHelpText('after', examples('restore priceroo.backup --replace'));
  add(DOES.build, async () => (await import('./start/site-build.ts')).buildPages);
  add(DOES.scrape, async () => (await import('./scrape.ts')).scrape)
    .option('--resume', 'reads only pages that are still due, after a run that was stopped')
    .addHelpText('after', examples('scrape gumnut-grocer', 'scrape https://shop.example/p/1'));
  const retailer = cli.command('retailer').description('Lists, tries, adds, switches retailers.');
  add(DOES.list, async () => (await retailers()).listRetailers, retailer).option(
    '--enabled',
    'only those that are read',
  );
  add(DOES.enable, async () => (await retailers()).enable, retailer);
  add(DOES.disable, async () => (await retailers()).disable, retailer);
  add(DOES.check, async () => (await retailers()).checkProfiles, retailer);
  add(DOES.add, async () => (await retailers()).addProfile, retailer);
  add(DOES.remove, async () => (await retailers()).removeProfile, retailer);
  add(DOES.try, async () => (await import('./retailer-try.ts')).tryRetailer, retailer)
    .option('--save', 'writes the draft to DATA_DIR/retailers, unless there is one')
    .option('--loopback', 'lets the page be on this machine (development only)')
    .addHelpText('after', examples('retailer try https://shop.example.com.au/p/1 --save'));
  add(DOES.feed, async () => (await import('./feed-import.ts')).importFeedOf)
    .option('--believe', 'a second import confirms its prices, however many moved too far')
    .addHelpText('after', examples('feed:import big-w products.xml.gz'));
  add(DOES.replay, async () => (await import('./replay.ts')).replay)
    .option('--without <source...>', 'leaves a source out: json-ld, microdata, metas or scripts')
    .addHelpText('after', examples('replay .data/pages/jb-hi-fi --without json-ld'));
  add(DOES.quarantine, async () => (await import('./quarantine.ts')).quarantine)
    .addArgument(new Argument('[action]').choices(HELD_ACTIONS).default('list'))
    .argument('[retailer]')
    .addHelpText('after', examples('quarantine show jb-hi-fi', 'quarantine approve jb-hi-fi'));
  add(DOES.refused, async () => (await import('./refused.ts')).refused)
    .addOption(new Option('--reason <reason>', 'only those of one reason').choices(OFFER_REFUSALS))
    .addHelpText('after', examples('refused jb-hi-fi --reason price-doubted'));
  add(DOES.matches, async () => (await matches()).listMatches);
  add(DOES.split, async () => (await matches()).split).option(
    '--to <product>',
    'moves it to that one (id or address); else it becomes a product of its own',
  );
  add(DOES.merge, async () => (await matches()).merge);
  add(DOES.keep, async () => (await matches()).keep);
  add(DOES.undo, async () => (await matches()).undo);
  add(DOES.demo, async () => (await import('./demo.ts')).demo)
    .option('--break', 'breaks the shop: layout, x10, empty, 403 or slow; none mends it')
    .addHelpText('after', examples('demo --break gumnut-grocer x10'));
  addLines(LINES.extract, async () => (await import('./extract.ts')).extractCommand);
  addLines(LINES.parsePrice, async () => (await import('./parse-price.ts')).parsePriceCommand);
  addLines(LINES.match, async () => (await import('./match.ts')).matchCommand);
  add(DOES.promote, async () => (await database()).promote);
  add(DOES.secondFactorOff, async () => (await database()).turnSecondFactorOff);
  add(DOES.completion, async () => {
    const { completionOf } = await import('./completion.ts');
    return async () => completionOf(cli);
  });
  return cli;
}

function examples(...lines: string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  npm run cli -- ${line}`)].join('\n');
}

const HELD_ACTIONS = ['list', 'show', 'approve', 'undo', 'probe', 'replay'];

/** The words of each command, and what it does. */
const DOES = {
  doctor: ['doctor', 'Checks this machine and the configuration: ok, warn or fail, a line each.'],
  migrate: ['migrate', 'Brings the tables of the database up to this version.'],
  dbUrl: ['db-url', 'Prints the address of the database with its password, for psql and others.'],
  backup: [
    'backup <file>',
    'Writes all rows to one file, as of one moment, while everything runs.',
  ],
  restore: ['restore <file>', 'Reads a backup, of this release or an earlier one.'],
  build: ['build', 'Builds the pages into dist/ unless they are up to date.'],
  scrape: ['scrape <retailer|url>', "Reads one retailer's due pages now, or one page."],
  list: ['list', 'Lists the retailers with what is known of their access.'],
  enable: ['enable <slug>', 'Reads a retailer from now on; a real one ends the demonstration.'],
  disable: ['disable <slug>', 'Reads and shows a retailer no longer. demo-shops: all demo shops.'],
  check: ['check [files...]', 'Checks profiles: these files, or all that are known.'],
  add: ['add <file>', 'Copies a sound profile to DATA_DIR/retailers and adds its retailer.'],
  remove: ['remove <slug>', 'Removes a profile that was added, and its retailer.'],
  try: ['try <url>', 'Reads one page of a new retailer and drafts its profile.'],
  feed: ['feed:import <retailer> <file|url>', 'Imports a product feed: XML, CSV or JSON.'],
  replay: ['replay <folder>', 'Scores the present extractor on saved pages.'],
  quarantine: ['quarantine', 'Lists shops whose new prices are held, or decides about one.'],
  refused: ['refused [retailer]', 'Lists the offers that a guard refused, and why.'],
  matches: ['matches', 'Lists links of offers that are doubted, and what was decided.'],
  split: ['matches:split <offer>', 'Takes an offer, with its history, out of its product.'],
  merge: ['matches:merge <product> <into>', 'Makes a product part of another (ids or addresses).'],
  keep: ['matches:keep <offer|product> [into]', 'Leaves an offer, or two products, as they are.'],
  undo: ['matches:undo <decision>', 'Takes a decision back: what it moved returns.'],
  demo: ['demo [shop] [kind]', 'Lists the demo shops, or breaks one to see what happens.'],
  promote: ['user:promote <email>', 'Makes a person who has an account an operator of /admin.'],
  secondFactorOff: [
    'user:second-factor-off <email>',
    'Turns the second factor off for a person who lost app and backup codes.',
  ],
  completion: ['completion', 'Prints a script that completes these commands in bash and zsh.'],
} as const;

/** The commands on JSON lines, each with what it does and a line. */
const LINES = {
  extract: [
    'extract',
    'Reads offers out of pages',
    '{"file":"page.html","url":"https://shop.example/p/1"}',
  ],
  parsePrice: [
    'parse-price',
    'Reads prices out of texts',
    '{"text":"Was $20 Now $15","currencyHint":"AUD"}',
  ],
  match: [
    'match',
    'Says which offers are the same product',
    '{"left":{"name":"Vegemite 380g","price":"7.50"},"right":{"name":"Vegemite 380 g","brand":"Vegemite"}}',
  ],
} as const;
