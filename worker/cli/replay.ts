/* `cli replay <folder>`: scores the extractor on saved pages, field by field; `--without` ignores a source. */
import { loadConfig } from '#db/runtime/config.ts';
import { profileFolders, profileSelectors } from '#db/seed/real-retailers.ts';
import { type FolderReplay, replayFolder } from '../replay/replay-folder.ts';
import { pageSources } from '../replay/without-source.ts';
import { progressOf, type Report } from './terminal.ts';

/** Scores the pages of a folder. Fails when a page is unreadable. Throws OperatorError for an empty folder. */
export async function replay(
  folder: string,
  { without = [] }: { without?: readonly string[] },
): Promise<Report> {
  const progress = progressOf('Replay', 'pages');
  const { dataDir, localShops } = loadConfig();
  const data = await replayFolder(folder, {
    selectorsOf: profileSelectors(profileFolders(dataDir), localShops),
    without: pageSources(without),
    onPage: progress.at,
  });
  progress.end();
  const failed = data.unreadable.length > 0;
  return { data, lines: replayLines(data), failed };
}

function* replayLines(replay: FolderReplay): Generator<string> {
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
