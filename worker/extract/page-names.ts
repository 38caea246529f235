import { metaOf, type PageDocument, seenTextOf } from './document.ts';
import { containment } from './names-alike.ts';
import { plainText } from './schema-node.ts';

/** The page's titles, OpenGraph's first: what a printed heading is checked against. */
export function titlesOf(document: PageDocument): string[] {
  const titles = [metaOf(document, 'og:title', 'twitter:title'), document.title];
  return titles.map((title) => plainText(title ?? '')).filter(Boolean);
}

/** The page's first-rank headings as a shopper reads them. */
export function headingsOf(document: PageDocument): string[] {
  return document.headings
    .map((each) => seenTextOf(each, 320))
    .filter((text) => text.length > 0 && text.length < 300);
}

/**
 * What the page calls itself: its titles, and the headings that agree with one (all headings where there is no title), and where it
 * has neither, as a fragment, what its structured data names first. */
export function namesOf(document: PageDocument, structured: readonly (string | null)[]): string[] {
  const titles = titlesOf(document);
  const headings = headingsOf(document);
  const agreeing = headings.filter((heading) =>
    titles.some((title) => containment(heading, title) >= 0.7),
  );
  const names = [
    ...(agreeing.length > 0 ? agreeing : titles.length > 0 ? [] : headings).slice(0, 3),
    ...titles,
  ];
  return names.length > 0 ? names : structured.filter((name) => name !== null).slice(0, 1);
}
