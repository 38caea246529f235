/*
 * Broken and hostile pages from a number: a page of a shop that some damage was done to, now and then one of megabytes.
 *   source-pages   what is damaged    damage   how    hostile-texts   price texts, names, JSON values
 */
import { chance, pick, reseed } from '#worker/demo/world/seeded.ts';
import { DAMAGES } from './damage.ts';
import { sourcePages } from './source-pages.ts';

/** A body as the fetcher would hand it over. */
export interface GeneratedPage {
  url: string;
  contentType: string;
  body: string;
  /** The damages done, for the report of a failure. */
  how: string;
}

/** The page of this number: the same on every machine. */
export function generatedPage(number: number): GeneratedPage {
  const seed = reseed(0xbad, number);
  const sources = sourcePages();
  const source = pick(sources, seed, 1);
  const done: string[] = [];
  let { body } = source;
  const rounds = 1 + Math.floor(chance(seed, 2) * 3);
  for (let round = 0; round < rounds; round += 1) {
    const own = reseed(seed, 10 + round);
    const [name, damage] = pick(DAMAGES, own, 0);
    done.push(name);
    body = damage(body, own, pick(sources, own, 99).body);
  }
  return { url: source.url, contentType: source.contentType, body, how: done.join('+') };
}
