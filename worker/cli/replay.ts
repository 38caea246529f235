/* `cli replay <folder|retailer>`: scores the extractor on saved pages, field by field; `--without` ignores a source. */
import { existsSync } from 'node:fs';
import { loadConfig } from '#db/runtime/config.ts';
import { profileFolders, profileSelectors, SLUG } from '#db/seed/real-retailers.ts';
import { OperatorError } from '#domain/errors.ts';
import { type PagesReplay, replayFolder, replayKept } from '../replay/replay-pages.ts';
import { pageSources } from '../replay/without-source.ts';
import { requireRetailer, withDatabase } from './database.ts';
import { progressOf, type Report } from './terminal.ts';

/** Scores a folder's labelled pages, or the kept pages of a retailer. Fails when one is unreadable. Throws OperatorError without pages. */
export async function replay(
  folderOrSlug: string,
  { without = [] }: { without?: readonly string[] },
): Promise<Report> {
  const isFolder = existsSync(folderOrSlug);
  if (!isFolder && !SLUG.test(folderOrSlug))
    throw new OperatorError(`There is no folder ${folderOrSlug}`);
  const progress = progressOf('Replay', 'pages');
  const { dataDir, localShops } = loadConfig();
  const options = {
    selectorsOf: profileSelectors(profileFolders(dataDir), localShops),
    without: pageSources(without),
    onPage: progress.at,
  };
  const data = isFolder
    ? await replayFolder(folderOrSlug, options)
    : await withDatabase(async (em) => {
        return replayKept(em, await requireRetailer(em, folderOrSlug), options);
      });
  progress.end();
  const failed = data.unreadable.length > 0;
  return { data, lines: replayLines(data), failed };
}

function* replayLines(replay: PagesReplay): Generator<string> {
  const { pages, against, score, unreadable } = replay;
  for (const { file, field, expected, read } of score.differences) {
    yield `${file}  ${field}: expected ${expected ?? 'nothing'}, read ${read ?? 'nothing'}`;
  }
  for (const { file, reason } of unreadable) yield `${file}  not read: ${reason}`;
  yield `${pages} pages compared with ${against}`;
  yield `${score.products} products, ${score.whollyRight} with correct name, price, currency and availability`;
  for (const [name, tally] of score.fields) {
    if (tally.support === 0 && tally.precision === 0) continue;
    const figures = [tally.f1, tally.precision, tally.recall].map((figure) => figure.toFixed(3));
    yield `  ${name.padEnd(22)} F1 ${figures[0]}  P ${figures[1]}  R ${figures[2]}  of ${tally.support}`;
  }
  yield `false offers on ${score.phantoms} of ${score.emptyPages} pages without an offer`;
}
