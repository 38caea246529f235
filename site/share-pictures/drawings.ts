import type { SharePicture } from '../content/share-pictures.ts';

/** A text on a picture; the position of its top left corner in pixels. */
export interface DrawnText {
  text: string;
  px: number;
  face: 'text' | 'display';
  colour: string;
  left: number;
  top: number;
}

/** The light tokens of site/styles/tokens.css. */
export const SHARE_COLOURS = {
  paper: '#fbf9f4',
  surface: '#ffffff',
  ink: '#1b2430',
  muted: '#56606e',
  line: '#e4dfd3',
  wattle: '#f2b705',
  green: '#1f6f54',
} as const;

const { surface, ink, muted, line, wattle, green } = SHARE_COLOURS;

/** Shapes and texts on the right half. */
interface Drawing {
  shapes: string;
  words: readonly DrawnText[];
}

const CARD = `<rect x="720" y="136" width="400" height="350" rx="14" fill="${surface}" stroke="${line}" stroke-width="2"/>`;

function word(text: string, left: number, top: number, look: Partial<DrawnText> = {}): DrawnText {
  return { text, left, top, px: 26, face: 'text', colour: ink, ...look };
}

const WIDTHS = [190, 228, 250, 296, 336];
const BARS = WIDTHS.map((width, index) => {
  const y = 176 + index * 58;
  return `<rect x="752" y="${y}" width="${width}" height="34" rx="8" fill="${index === 0 ? wattle : line}"/>`;
});

const ROWS = [0, 1, 2, 3, 4].map((index) => {
  const y = 170 + index * 60;
  return `<rect x="752" y="${y}" width="40" height="40" rx="7" fill="${index === 0 ? wattle : line}"/>
<rect x="812" y="${y + 13}" width="${190 - (index % 3) * 34}" height="14" rx="7" fill="${line}"/>
<path d="M1052 ${y + 20}l10 11 20-23" fill="none" stroke="${green}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`;
});

/** Drawings by their name in SHARE_PICTURES. */
export const DRAWINGS: Record<SharePicture['drawing'], Drawing> = {
  docket: {
    shapes: `${CARD}<rect x="752" y="384" width="240" height="50" rx="6" fill="none" stroke="${green}" stroke-width="4"/>`,
    words: [
      word('Coffee machine', 754, 178, { colour: muted }),
      word('$219', 754, 232, { px: 104, face: 'display' }),
      word('GENUINE SAVING', 766, 397, { px: 25, face: 'display', colour: green }),
    ],
  },
  ladder: {
    shapes: CARD + BARS.join(''),
    words: [word('lowest', 764, 181, { px: 22, face: 'display' })],
  },
  chart: {
    shapes: `${CARD}
<path d="M752 430h336M752 360h336M752 290h336M752 220h336" stroke="${line}" stroke-width="2"/>
<path d="M752 250h70v-32h78v62h64v-34h52v120h72" fill="none" stroke="${ink}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>
<circle cx="1088" cy="366" r="12" fill="${green}"/>`,
    words: [word('today', 1022, 388, { px: 26, face: 'display', colour: green })],
  },
  ledger: { shapes: CARD + ROWS.join(''), words: [] },
};
