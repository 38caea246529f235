import { containment } from '../values/names-alike.ts';
import { type Element, isElement, type PageDocument, seenTextOf } from './document.ts';
import { isFrame, parentOf } from './region.ts';

/** Share of a heading's words that a title of the page holds, for the heading to be the page's own. */
const OWN_HEADING = 0.7;
const LONGEST_HEADING = 300;

/**
 * Wrappers around the page's own content are its layout, whatever their class says: "off-canvas-wrapper" around all of a page,
 * "product_cat-accessories" on the product of that shelf. Asked once a page, before any region is.
 */
export function keepLayoutMain(page: PageDocument, titles: readonly string[]): void {
  const own = page.headings.filter((heading) => {
    const text = seenTextOf(heading, LONGEST_HEADING);
    return text.length > 1 && titles.some((title) => containment(text, title) >= OWN_HEADING);
  });
  for (const element of [...page.elements.filter(({ name }) => name === 'main'), ...own])
    keepAround(element);
  keepWhole(page);
}

/** What holds the content is layout, down to it or to a part of the frame that holds it. */
function keepAround(content: Element): void {
  const path: Element[] = [];
  for (let up = parentOf(content); up; up = parentOf(up)) path.push(up);
  for (const element of path.reverse()) {
    if (isFrame(element)) return;
    element.region = 'main';
  }
}

/** What holds more than half of a page's elements and its footer is layout. */
function keepWhole({ elements }: PageDocument): void {
  const footers = elements.filter(
    ({ tag: { name, attribs } }) => name === 'footer' || /footer/i.test(attribs['id'] ?? ''),
  );
  const half = elements.length / 2;
  let holder = elements.find(({ name }) => name === 'body') ?? null;
  let end = elements.length;
  while (holder) {
    const children: Element[] = holder.children.filter(isElement);
    const index = children.findIndex(
      (child, at) => (children[at + 1]?.order ?? end) - child.order > half,
    );
    holder = children[index] ?? null;
    end = children[index + 1]?.order ?? end;
    const { order = end } = holder ?? {};
    if (
      !holder ||
      isFrame(holder) ||
      !footers.some((each) => each.order > order && each.order < end)
    )
      return;
    holder.region = 'main';
  }
}
