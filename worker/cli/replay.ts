/* `cli replay <folder>`: scores saved pages by the present extractor, field by field; `--without` leaves a source out. */
import { loadConfig } from '#db/runtime/config.ts';
import { profileFolders } from '#db/seed/real-retailers.ts';
import { type FolderReplay, replayFolder } from '../replay/replay-folder.ts';
import { pageSources } from '../replay/without-source.ts';
import { profileSelectors } from '../retailers/profile-selectors.ts';
import { progressOf, type Report } from './terminal.ts';

/** Fails when a page is unreadable. Throws OperatorError for an empty folder. */
export async function replay(
  folder: string,
  { without = [] }: { without?: readonly string[] },
): Promise<Report> {
  const progress = progressOf('Replay', 'pages');
  const data = await replayFolder(folder, {
    selectorsOf: profileSelectors(profileFolders(loadConfig().dataDir)),
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
  yield `${pages} pages against ${against}`;
  yield `products ${score.products}, all of name, price, currency and availability right: ${score.whollyRight}`;
  for (const [name, tally] of score.fields) {
    if (tally.support === 0 && tally.precision === 0) continue;
    const figures = [tally.f1, tally.precision, tally.recall].map((figure) => figure.toFixed(3));
    yield `  ${name.padEnd(22)} F1 ${figures[0]}  P ${figures[1]}  R ${figures[2]}  of ${tally.support}`;
  }
  yield `phantoms: ${score.phantoms} of ${score.emptyPages} pages that hold no offer`;
}
