import { parentPort } from 'node:worker_threads';
import { bodyText } from '../fetch/page-body.ts';
import { type ExtractAnswer, type ExtractTask, textsOfPages } from './extract-task.ts';
import { pagesOfSitemap } from './page/sitemap.ts';
import { readPage } from './read-page.ts';

parentPort?.on('message', (task: ExtractTask) => {
  parentPort?.postMessage(answerOf(task));
});

function answerOf(task: ExtractTask): ExtractAnswer {
  if ('page' in task) {
    const { page } = task;
    return { reading: readPage({ ...page, body: bodyText(page.body) }) };
  }
  const { sitemap } = task;
  return { pages: textsOfPages(pagesOfSitemap({ ...sitemap, xml: bodyText(sitemap.xml) })) };
}
