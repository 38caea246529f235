import { escapeHtml } from '#domain/text/escape-html.ts';

/** Position, size and colour of a word on a picture. */
export interface Lettering {
  x: number;
  y: number;
  /** The width that it may take. */
  width: number;
  size: number;
  fill: string;
  weight?: number;
}

const EM_PER_LETTER = 0.58;

/** A word centred at (x, y), smaller when it would be wider than `width`. */
export function word(text: string, { x, y, width, size, fill, weight = 700 }: Lettering): string {
  const fitted = Math.min(size, width / Math.max(1, text.length * EM_PER_LETTER));
  return `<text x="${x}" y="${y}" text-anchor="middle" font-family="Helvetica,Arial,sans-serif" font-weight="${weight}" font-size="${fitted.toFixed(1)}" fill="${fill}">${escapeHtml(text)}</text>`;
}

/** Long text over up to `most` lines, centred around y. */
export function words(text: string, at: Lettering, most = 3): string {
  const perLine = Math.max(6, Math.floor(at.width / (at.size * EM_PER_LETTER)));
  const lines: string[] = [];
  for (const piece of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${piece}`.length <= perLine)
      lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(piece);
  }
  const shown = lines.slice(0, most);
  const step = at.size * 1.18;
  const top = at.y - ((shown.length - 1) * step) / 2;
  return shown.map((line, index) => word(line, { ...at, y: top + index * step })).join('');
}
