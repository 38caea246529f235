/* The table of commands. Each imports its file when it runs, so that `parse-price` does not wait for the database's libraries. */
import type { LineCommand } from './json-lines.ts';

/** One command: `operands` are its positional words, all required; `run` returns the exit code. */
export type Command = {
  name: string;
  summary: string;
  /** Further lines of its --help. */
  details: readonly string[];
  operands?: readonly string[];
  /** It takes options and reads its words itself. */
  readsOwnArgs?: boolean;
  run(args: readonly string[]): Promise<number>;
};

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  {
    name: 'start',
    summary: 'Runs everything: database, site, worker and demo shops. The same as `npm start`.',
    details: ['Stops with Ctrl-C. Settings come from the environment and .env; see .env.example.'],
    run: async () => (await import('./start.ts')).startCommand(writeLine),
  },
  {
    name: 'doctor',
    summary: 'Checks this machine and the configuration, and says what to mend.',
    details: ['One line a check: ok, warn or fail. Exit code 1 when any fails.'],
    run: async () => (await import('./doctor.ts')).doctorCommand(writeLine),
  },
  {
    name: 'migrate',
    summary: 'Brings the tables of the database up to this version.',
    details: ['Safe at any time and from several machines at once: one migrates, the others wait.'],
    run: async () => (await import('./database.ts')).migrateCommand(writeLine),
  },
  {
    name: 'build',
    summary: 'Builds the pages into dist/, unless they are up to date.',
    details: ['`start` does this by itself.'],
    run: async () => (await import('./start/site-build.ts')).buildCommand(writeLine),
  },
  {
    name: 'scrape',
    summary: "Reads one retailer's due pages now, or one page, and says what it found.",
    details: [
      '  npm run cli -- scrape gumnut-grocer',
      '  npm run cli -- scrape gumnut-grocer --resume    only what is still due, after one that was stopped or killed',
      '  npm run cli -- scrape https://shop.example/p/1',
    ],
    operands: ['<retailer|url>'],
    readsOwnArgs: true,
    run: async (args) => (await import('./scrape.ts')).scrapeCommand(args, writeLine),
  },
  {
    name: 'retailer',
    summary: 'Lists the retailers, or enables or disables one. Real ones begin disabled.',
    details: [
      '  npm run cli -- retailer list',
      '  npm run cli -- retailer enable jb-hi-fi       disables the demo shops',
      '  npm run cli -- retailer disable jb-hi-fi      `demo-shops` stands for all demo shops',
    ],
    readsOwnArgs: true,
    run: async (args) => (await import('./retailer.ts')).retailerCommand(args, writeLine),
  },
  {
    name: 'retailer:try',
    summary: 'Reads one page of a new retailer and writes a profile to begin with.',
    details: ['  npm run cli -- retailer:try https://shop.example.com.au/p/1'],
    operands: ['<url>'],
    run: async ([url = '']) =>
      (await import('./retailer-try.ts')).retailerTryCommand(url, writeLine),
  },
  {
    name: 'feed:import',
    summary: "Imports a retailer's product feed: Google Merchant XML, CSV or JSON, packed or not.",
    details: [
      '  npm run cli -- feed:import big-w products.xml.gz',
      'With --believe a second import confirms its prices, however many moved too far.',
    ],
    operands: ['<retailer>', '<file|url>'],
    readsOwnArgs: true,
    run: async (args) => (await import('./feed-import.ts')).feedImportCommand(args, writeLine),
  },
  {
    name: 'replay',
    summary: 'Reads saved pages with the present extractor and says how right it is.',
    details: [
      'The folder holds pages that were kept (KEEP_PAGES_DAYS), or an expected.json with the right answers.',
      '  npm run cli -- replay .data/pages/jb-hi-fi',
      '  npm run cli -- replay .data/pages/jb-hi-fi --without json-ld   or microdata, metas, scripts: what rests on it',
    ],
    operands: ['<folder>'],
    readsOwnArgs: true,
    run: async (args) => (await import('./replay.ts')).replayCommand(args, writeLine),
  },
  {
    name: 'quarantine',
    summary: 'Lists shops whose new prices are held, or decides about one.',
    details: [
      '  npm run cli -- quarantine                    the same as `quarantine list`',
      '  npm run cli -- quarantine show jb-hi-fi      what is held, beside what is shown',
      '  npm run cli -- quarantine approve jb-hi-fi   or undo, or probe (now, not later)',
      '  npm run cli -- quarantine replay jb-hi-fi    reads what is held again, from kept pages (KEEP_PAGES_DAYS)',
    ],
    readsOwnArgs: true,
    run: async (args) => (await import('./quarantine.ts')).quarantineCommand(args, writeLine),
  },
  {
    name: 'refused',
    summary: 'Lists the offers that a guard refused, with what was read and why.',
    details: [
      '  npm run cli -- refused                    of all retailers',
      '  npm run cli -- refused jb-hi-fi           of one',
      '  npm run cli -- refused jb-hi-fi --reason price-doubted',
    ],
    readsOwnArgs: true,
    run: async (args) => (await import('./refused.ts')).refusedCommand(args, writeLine),
  },
  {
    name: 'demo',
    summary: 'Lists the demo shops, or breaks one to see what happens.',
    details: [
      '  npm run cli -- demo --break gumnut-grocer x10    layout, x10, empty, 403, slow; none mends',
    ],
    readsOwnArgs: true,
    run: async (args) => (await import('./demo.ts')).demoCommand([...args], writeLine),
  },
  {
    name: 'extract',
    summary: 'Reads offers out of pages: JSON lines on stdin, one answer a line on stdout.',
    details: [],
    run: async () => onStandardInput((await import('./extract.ts')).extractCommand),
  },
  {
    name: 'parse-price',
    summary: 'Reads prices out of texts: JSON lines on stdin, one answer a line on stdout.',
    details: [],
    run: async () => onStandardInput((await import('./parse-price.ts')).parsePriceCommand),
  },
  {
    name: 'match',
    summary: 'Says which offers are the same product: JSON lines on stdin and stdout.',
    details: [],
    run: async () => onStandardInput((await import('./match.ts')).matchCommand),
  },
  {
    name: 'user:promote',
    summary: 'Makes a person who has an account an operator, who may open /admin.',
    details: ['  npm run cli -- user:promote you@example.com.au'],
    operands: ['<email>'],
    run: async ([email = '']) =>
      (await import('./database.ts')).userPromoteCommand(email, writeLine),
  },
];

async function onStandardInput(command: LineCommand): Promise<number> {
  process.stdin.setEncoding('utf8');
  try {
    return await command(process.stdin, writeLine);
  } finally {
    process.stdin.destroy();
  }
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
