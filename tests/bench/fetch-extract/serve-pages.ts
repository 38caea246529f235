/*
 * A process that serves the bench's pages: `node serve-pages.ts <count> [folder]` sends its port. With a folder, they are its saved
 * pages that state their product to machines.
 */
import { servePacked } from '../subjects.ts';
import { benchPages } from './bench-pages.ts';

const type = 'text/html; charset=utf-8';
const pages = benchPages(Number(process.argv[2]), process.argv[3]);
await servePacked(pages.map(({ path, html: body }) => ({ path, type, body })));
