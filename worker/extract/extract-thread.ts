import { parentPort } from 'node:worker_threads';
import { pagesOfSitemap } from '../crawl/pages-of-sitemap.ts';
import { bodyText } from '../fetch/page-body.ts';
import { type ExtractAnswer, type ExtractTask, textsOfPages } from './extract-task.ts';
import { readPage } from './read-page.ts';

parentPort?.on('message', (task: ExtractTask) => {
  parentPort?.postMessage(answerOf(task));
});

function answerOf(task: ExtractTask): ExtractAnswer {
  if ('page' in task)
    return { reading: readPage({ ...task.page, body: bodyText(task.page.body) }) };
  const { sitemap } = task;
  return { pages: textsOfPages(pagesOfSitemap({ ...sitemap, xml: bodyText(sitemap.xml) })) };
}
