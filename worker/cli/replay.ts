/* `cli replay <folder>`: scores saved pages by the present extractor, field by field; `--without` leaves a source out. */
import { OperatorError } from '#domain/errors.ts';
import { type FolderReplay, replayFolder } from '../replay/replay-folder.ts';
import { pageSources } from '../replay/without-source.ts';
import { profileSelectors } from '../retailers/profile-selectors.ts';
import { parseWords, type Say } from './terminal.ts';

/** Runs `replay`; exit code 1 when a page is unreadable. Throws OperatorError for an empty folder. */
export async function replayCommand(args: readonly string[], say: Say): Promise<number> {
  const { values, positionals } = parseWords(args, {
    without: { type: 'string', multiple: true, default: [] },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new OperatorError('Say `replay <folder>`.');
  const replay = await replayFolder(folder, {
    selectorsOf: profileSelectors(),
    without: pageSources(values.without),
  });
  for (const line of replayLines(replay)) say(line);
  return replay.unreadable.length > 0 ? 1 : 0;
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
