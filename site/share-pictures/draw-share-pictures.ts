/* Draws the share pictures of site/content/share-pictures.ts and the icons into the build. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** The site's typeface as static TTF, because sharp reads neither woff2 nor variable fonts. Made from site/public/fonts with fontTools. */
const FACES = {
  text: { family: 'Priceroo Share Text', file: fileOf('./bricolage-grotesque-text.ttf') },
  display: { family: 'Priceroo Share Display', file: fileOf('./bricolage-grotesque-display.ttf') },
} as const;

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

const { width, height } = SHARE_PICTURE_SIZE;
const LEFT = 80;

/** Draws all pictures under `folder` (dist/client). Returns the paths of the files. */
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

/** The SVG with background, logo and `shapes`. */
function frame(shapes: string): string {
  const { paper, wattle, ink } = SHARE_COLOURS;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
<g transform="translate(${LEFT} 136) scale(1.4)"><path fill="${wattle}" d="M5 2h22v24.5l-2.75 3-2.75-3-2.75 3-2.75-3-2.75 3-2.75-3-2.75 3L5 26.5Z"/>
<path fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M11 21V9h5a4 4 0 0 1 0 8h-5m6 0 4 4"/></g>
<rect y="${height - 14}" width="${width}" height="14" fill="${wattle}"/>
${shapes}</svg>`;
}

/** Icons with the logo on the paper colour: file and edge in pixels. The margin keeps the logo clear of corners that phones crop. */
const PADDED_ICONS = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 };
/** Size of the logo relative to the edge. */
const MARK_SHARE = 0.7;
const FAVICON_PX = 48;

/** Draws all icons into `folder` (dist/client), from its favicon.svg. */
export async function drawIcons(folder: string): Promise<void> {
  const mark = await readFile(join(folder, 'favicon.svg'));
  for (const [name, edge] of Object.entries(PADDED_ICONS)) {
    const drawn = await markOf(mark, Math.round(edge * MARK_SHARE));
    const icon = sharp({
      create: { width: edge, height: edge, channels: 3, background: SHARE_COLOURS.paper },
    });
    await icon
      .composite([{ input: drawn }])
      .png({ palette: true, colours: 32 })
      .toFile(join(folder, name));
  }
  await writeFile(
    join(folder, 'favicon.ico'),
    iconFile(await markOf(mark, FAVICON_PX), FAVICON_PX),
  );
}

function markOf(mark: Buffer, edge: number): Promise<Buffer> {
  return sharp(mark, { density: (72 * edge) / 32 })
    .resize(edge, edge)
    .png()
    .toBuffer();
}

/** An .ico file with one picture: header of 6 bytes, entry of 16 bytes, PNG. */
function iconFile(png: Buffer, edge: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(edge, 6);
  head.writeUInt8(edge, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
