/* A process that serves the bench's pages, their JSON and shared files: `node serve-pages.ts <count>` sends its port. */
import { servePacked } from '../subjects.ts';
import { BUNDLE, STYLES, scriptPage } from './script-pages.ts';

const pages = Array.from({ length: Number(process.argv[2]) }, (_, number) => scriptPage(number));
await servePacked([
  ...pages.flatMap(({ path, html, data }) => [
    { path, type: 'text/html; charset=utf-8', body: html },
    ...(data ? [data] : []),
  ]),
  BUNDLE,
  STYLES,
]);
