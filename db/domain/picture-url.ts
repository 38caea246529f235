import { publicDemoUrl } from './demo-shops.ts';

/** Widths of every picture in pixels; the height is at most the width. */
export const PICTURE_WIDTHS = [320, 640] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

export const PICTURE_PATH = '/pictures/';

const NAME = /^([0-9a-f]{32})-(320|640)\.webp$/;
const LARGE = /-640\.webp$/;

/** A row's picture: the shop's address, and our copy once the worker has fetched it. */
interface PictureOf {
  imageUrl: string | null;
  pictureHash: string | null;
}

/** The picture's path on this site: our copy or a demo shop's, else ''. A real shop's server would learn who looks at what. */
export function pictureUrl({ imageUrl, pictureHash }: PictureOf): string {
  if (pictureHash !== null) return PICTURE_PATH + pictureName(pictureHash, 640);
  const shown = imageUrl === null ? '' : publicDemoUrl(imageUrl, '');
  return shown === imageUrl ? '' : shown;
}

/** The `srcset` of one of our pictures, from its large address; undefined for any other picture. */
export function pictureSrcSet(src: string): string | undefined {
  if (!src.includes(PICTURE_PATH) || !LARGE.test(src)) return undefined;
  return PICTURE_WIDTHS.map((width) => `${src.replace(LARGE, `-${width}.webp`)} ${width}w`).join(
    ', ',
  );
}

/** The name of one width of a picture: '<hash>-640.webp'. */
export function pictureName(hash: string, width: number): string {
  return `${hash}-${width}.webp`;
}

/** Parses '/pictures/<hash>-640.webp'; null for any other path. */
export function parsePicturePath(path: string): { hash: string; width: PictureWidth } | null {
  if (!path.startsWith(PICTURE_PATH)) return null;
  const [, hash, text] = NAME.exec(path.slice(PICTURE_PATH.length)) ?? [];
  const width = PICTURE_WIDTHS.find((known) => String(known) === text);
  return hash !== undefined && width !== undefined ? { hash, width } : null;
}
