import { parentPort } from 'node:worker_threads';
import { bodyText } from '../fetch/page-body.ts';
import { type ExtractAnswer, type ExtractTask, textsOfPages } from './extract-task.ts';
import { pagesOfSitemap } from './pages-of-sitemap.ts';
import { readPage, readPageFast } from './read-page.ts';

parentPort?.on('message', (task: ExtractTask) => {
  parentPort?.postMessage(answerOf(task));
});

function answerOf(task: ExtractTask): ExtractAnswer {
  if ('page' in task) {
    const { page } = task;
    // By its bytes as they came: what its data answers alone is never decoded as a whole.
    const fast = page.isContested ? null : readPageFast(page);
    const reading = fast ?? readPage({ ...page, body: bodyText(page.body), isContested: true });
    return { reading };
  }
  const { sitemap } = task;
  return { pages: textsOfPages(pagesOfSitemap({ ...sitemap, xml: bodyText(sitemap.xml) })) };
}
