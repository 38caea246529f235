import type { Element } from 'domhandler';
import { $, sourceOf } from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import { absoluteAddress, plainText } from '../../values/nodes.ts';

const IMAGE_FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:$|\?)/i;

/**
 * Returns the address of a picture that is called like the product, of its larger file if it links to one; null without one. One without a
 * link that is called exactly so may be anywhere: themes show a product's own pictures in a carousel, as they do others.
 */
export function printedPicture(
  page: PageDocument,
  isOwn: (element: Element) => boolean,
  name: string,
  pageUrl: string,
): string | null {
  for (const picture of page.all.filter('img')) {
    const link = $(picture).closest('a');
    const { title = '', href = '' } = link.attr() ?? {};
    const { alt = '', title: own = '' } = picture.attribs;
    const called = [plainText(alt), own, title].map((text) => text.toLowerCase());
    if (!called.some((text) => text.includes(name.toLowerCase()))) continue;
    if (!isOwn(picture) && (link.length > 0 || called[0] !== name.toLowerCase())) continue;
    const source = IMAGE_FILE.test(href) ? href : sourceOf(picture.attribs);
    const address = source ? absoluteAddress(source, pageUrl) : null;
    if (address) return address;
  }
  return null;
}
