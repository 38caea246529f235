/* Draws the pictures of site/content/share-pictures.ts into the built site, words in the site's own typeface. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type OverlayOptions } from 'sharp';
import { SITE_NAME } from '#domain/text/site-name.ts';
import {
  SHARE_PICTURE_SIZE,
  SHARE_PICTURES,
  type SharePicture,
  type SharePictureName,
  sharePicturePath,
} from '../content/share-pictures.ts';
import { DRAWINGS, type DrawnText, SHARE_COLOURS } from './drawings.ts';

/**
 * The site's typeface in two fixed weights, Latin only, as the drawing library reads it: it knows no woff2 and no
 * variable weights. Made from site/public/fonts with fontTools; its licence lies there.
 */
const FACES = {
  text: { family: 'Priceroo Share Text', file: fileOf('./bricolage-grotesque-text.ttf') },
  display: { family: 'Priceroo Share Display', file: fileOf('./bricolage-grotesque-display.ttf') },
} as const;

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

const { width, height } = SHARE_PICTURE_SIZE;
const LEFT = 80;

/** Draws every picture below `folder` (dist/client) and answers the paths of the files. */
export async function drawSharePictures(folder: string): Promise<string[]> {
  await mkdir(join(folder, 'share'), { recursive: true });
  const files: string[] = [];
  for (const [name, picture] of Object.entries(SHARE_PICTURES)) {
    const file = join(folder, sharePicturePath(name as SharePictureName));
    await drawPicture(picture, file);
    files.push(file);
  }
  return files;
}

async function drawPicture({ title, line, drawing }: SharePicture, file: string): Promise<void> {
  const { ink, muted } = SHARE_COLOURS;
  const { shapes, words } = DRAWINGS[drawing];
  const texts = [
    { text: SITE_NAME, px: 40, face: 'display' as const, colour: ink, left: 142, top: 138 },
    ...title.map((text, index) => ({
      text,
      px: 84,
      face: 'display' as const,
      colour: ink,
      left: LEFT,
      top: 232 + index * 92,
    })),
    { text: line, px: 32, face: 'text' as const, colour: muted, left: LEFT, top: 458 },
    ...words,
  ];
  await sharp(Buffer.from(frame(shapes)))
    .composite(await Promise.all(texts.map(drawText)))
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(file);
}

async function drawText({ text, px, face, colour, left, top }: DrawnText): Promise<OverlayOptions> {
  const input = await sharp({
    text: {
      text: `<span foreground="${colour}">${text}</span>`,
      font: `${FACES[face].family} ${px}`,
      fontfile: FACES[face].file,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer();
  return { input, left, top };
}

/** The ground, the mark, and what is drawn on the right. */
function frame(shapes: string): string {
  const { paper, wattle, ink } = SHARE_COLOURS;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
<g transform="translate(${LEFT} 136) scale(1.4)"><path fill="${wattle}" d="M5 2h22v24.5l-2.75 3-2.75-3-2.75 3-2.75-3-2.75 3-2.75-3-2.75 3L5 26.5Z"/>
<path fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M11 21V9h5a4 4 0 0 1 0 8h-5m6 0 4 4"/></g>
<rect y="${height - 14}" width="${width}" height="14" fill="${wattle}"/>
${shapes}</svg>`;
}
