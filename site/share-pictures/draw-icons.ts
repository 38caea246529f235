/* The site's mark in pixels, from site/public/favicon.svg, for whatever reads no SVG: phones, old browsers, robots. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { SHARE_COLOURS } from './drawings.ts';

/** The mark on the site's paper, by file and edge in pixels. Phones cut the corners off: it keeps clear of them. */
const ON_PAPER = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 };
/** Share of the edge that the mark takes there. */
const MARK_SHARE = 0.7;
const FAVICON_PX = 48;

/** Draws every icon into `folder` (dist/client), which holds favicon.svg. */
export async function drawIcons(folder: string): Promise<void> {
  const mark = await readFile(join(folder, 'favicon.svg'));
  for (const [name, edge] of Object.entries(ON_PAPER)) {
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

/** One picture in the frame of an .ico: a header of 6 bytes, an entry of 16, then the PNG as it is. */
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
