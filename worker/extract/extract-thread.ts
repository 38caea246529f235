import { parentPort } from 'node:worker_threads';
import { pagesOfSitemap } from '../crawl/pages-of-sitemap.ts';
import type { ExtractAnswer, ExtractTask } from './extract-task.ts';
import { readPage } from './read-page.ts';

parentPort?.on('message', (task: ExtractTask) => {
  const answer: ExtractAnswer =
    'page' in task ? { reading: readPage(task.page) } : { pages: pagesOfSitemap(task.sitemap) };
  parentPort?.postMessage(answer);
});
