import type { Draw, Ink } from './ink.ts';
import { word, words } from './lettering.ts';

/** The printed label of packaged goods: the brand on a band, the line below. */
function label(ink: Ink, x: number, y: number, width: number): string {
  return `<rect x="${x - width / 2}" y="${y - 46}" width="${width}" height="66" fill="${ink.paper}"/>${word(ink.brand, { x, y, width: width - 20, size: 38, fill: '#26303a', weight: 800 })}${words(ink.line, { x, y: y + 64, width: width - 12, size: 21, fill: ink.onBody, weight: 600 })}`;
}

const carton: Draw = (ink) =>
  `<path d="M200 170l40-70h130l40 70z" fill="${ink.light}"/><rect x="252" y="80" width="96" height="26" rx="4" fill="${ink.dark}"/><rect x="190" y="170" width="220" height="320" fill="${ink.body}"/><path d="M372 170h38v320h-38z" fill="${ink.dark}"/><circle cx="300" cy="142" r="20" fill="${ink.accent}"/>${label(ink, 281, 290, 182)}<path d="M190 450q60-40 182 0v40H190z" fill="${ink.paper}" opacity=".8"/>`;

const box: Draw = (ink) =>
  `<path d="M160 120h230v370H160z" fill="${ink.body}"/><path d="M390 120l50 26v320l-50 24z" fill="${ink.dark}"/>${label(ink, 275, 230, 230)}<ellipse cx="275" cy="430" rx="84" ry="34" fill="${ink.paper}"/><path d="M200 424q75-50 150 0" fill="${ink.accent}"/>`;

const bag: Draw = (ink) =>
  `<path d="M170 110h260l-12 34q24 160 12 312l12 36H158l12-36q-12-152 12-312z" fill="${ink.body}"/><path d="M170 110h260l-6 18H176zM164 474h272l6 18H158z" fill="${ink.dark}"/><path d="M384 150q20 150 4 316h30q12-152-10-316z" fill="${ink.dark}" opacity=".5"/>${label(ink, 296, 250, 216)}<circle cx="296" cy="410" r="42" fill="${ink.accent}"/>`;

const can: Draw = (ink) =>
  `<rect x="190" y="150" width="220" height="310" fill="${ink.body}"/><path d="M366 150h44v310h-44z" fill="${ink.dark}" opacity=".6"/><ellipse cx="300" cy="460" rx="110" ry="26" fill="#aab2ba"/><rect x="190" y="440" width="220" height="20" fill="#c7ced4"/><ellipse cx="300" cy="150" rx="110" ry="28" fill="#dfe4e8"/><ellipse cx="300" cy="150" rx="92" ry="20" fill="#c3cad0"/>${label(ink, 296, 280, 200)}`;

const jar: Draw = (ink) =>
  `<rect x="204" y="104" width="192" height="60" rx="12" fill="${ink.dark}"/><path d="M190 182q0-20 22-20h176q22 0 22 20v280q0 30-30 30H220q-30 0-30-30z" fill="${ink.light}"/><rect x="190" y="220" width="220" height="220" fill="${ink.body}"/>${label(ink, 300, 300, 210)}`;

const bottle: Draw = (ink) =>
  `<rect x="262" y="72" width="76" height="46" rx="8" fill="${ink.accent}"/><path d="M268 118h64v40q50 40 50 100v200q0 34-34 34H252q-34 0-34-34V258q0-60 50-100z" fill="${ink.body}"/><path d="M340 170q42 40 42 90v200q0 32-34 32h-14z" fill="${ink.dark}" opacity=".5"/>${label(ink, 300, 320, 164)}`;

const spray: Draw = (ink) =>
  `<path d="M236 84h120q30 0 34 40l-48-8v34h-84v-34z" fill="${ink.accent}"/><path d="M250 150h100l44 100v210q0 32-34 32H240q-34 0-34-32V250z" fill="${ink.body}"/>${label(ink, 300, 330, 176)}`;

const roll: Draw = (ink) =>
  `<rect x="140" y="190" width="320" height="290" rx="30" fill="${ink.body}"/>${[210, 300, 390].map((x) => `<circle cx="${x}" cy="214" r="52" fill="#fff"/><circle cx="${x}" cy="214" r="18" fill="#e2dccb"/>`).join('')}<rect x="140" y="266" width="320" height="214" rx="0" fill="${ink.body}"/>${label(ink, 300, 350, 300)}`;

const tub: Draw = (ink) =>
  `<path d="M170 190h260l-26 270q-4 32-36 32H232q-32 0-36-32z" fill="${ink.body}"/><rect x="154" y="150" width="292" height="52" rx="16" fill="${ink.dark}"/>${label(ink, 300, 300, 220)}`;

const pills: Draw = (ink) =>
  `<rect x="216" y="94" width="168" height="70" rx="12" fill="#dcdcd2"/><path d="M236 100v58M262 100v58M288 100v58M314 100v58M340 100v58M366 100v58" stroke="#c2c2b8" stroke-width="5"/><rect x="204" y="160" width="192" height="330" rx="30" fill="${ink.body}"/><rect x="204" y="230" width="192" height="210" fill="${ink.light}"/>${label(ink, 300, 300, 192)}`;

const tube: Draw = (ink) =>
  `<path d="M200 92h200l-24 340H224z" fill="${ink.body}"/><rect x="196" y="84" width="208" height="18" fill="${ink.dark}"/><rect x="236" y="430" width="128" height="62" rx="10" fill="${ink.accent}"/>${label(ink, 300, 220, 168)}`;

const petbag: Draw = (ink) =>
  `<path d="M160 110l20-18h240l20 18v372q0 12-14 12H174q-14 0-14-12z" fill="${ink.body}"/><path d="M400 92h20l20 18v372q0 12-14 12h-26z" fill="${ink.dark}"/>${label(ink, 284, 210, 228)}<g fill="${ink.paper}"><ellipse cx="284" cy="420" rx="38" ry="30"/><circle cx="234" cy="386" r="17"/><circle cx="264" cy="362" r="17"/><circle cx="304" cy="362" r="17"/><circle cx="334" cy="386" r="17"/></g>`;

const wine: Draw = (ink) =>
  `<path d="M276 70h48v120q52 36 52 100v172q0 30-30 30h-92q-30 0-30-30V290q0-64 52-100z" fill="#26352b"/><rect x="274" y="64" width="52" height="84" rx="4" fill="${ink.body}"/><rect x="224" y="300" width="152" height="130" fill="#f6f1e4"/>${word(ink.brand, { x: 300, y: 350, width: 138, size: 26, fill: '#3a2a20' })}${words(ink.line, { x: 300, y: 388, width: 140, size: 15, fill: '#6b5a4b', weight: 500 })}`;

const beer: Draw = (ink) =>
  `<path d="M270 70h60v90q46 40 46 90v210q0 32-30 32h-92q-30 0-30-32V250q0-50 46-90z" fill="#6b4a1f"/><rect x="266" y="62" width="68" height="22" rx="6" fill="${ink.accent}"/><rect x="224" y="270" width="152" height="150" fill="${ink.body}"/>${label(ink, 300, 334, 152)}`;

const spirit: Draw = (ink) =>
  `<rect x="268" y="66" width="64" height="50" rx="6" fill="${ink.dark}"/><path d="M274 116h52v40q74 20 74 70v240q0 26-28 26H228q-28 0-28-26V226q0-50 74-70z" fill="#d9e2e4"/><path d="M200 290h200v176q0 26-28 26H228q-28 0-28-26z" fill="#c98a3a" opacity=".6"/><rect x="216" y="270" width="168" height="140" fill="${ink.body}"/>${label(ink, 300, 326, 160)}`;

const book: Draw = (ink) =>
  `<path d="M170 92h250q10 0 10 10v380q0 10-10 10H170z" fill="${ink.body}"/><path d="M170 92h24v400h-24z" fill="${ink.dark}"/><rect x="430" y="104" width="12" height="376" fill="#efe9da"/><circle cx="312" cy="380" r="60" fill="${ink.accent}" opacity=".85"/><path d="M218 420q50-40 100 0t90-10v60H218z" fill="${ink.paper}" opacity=".75"/>${words(ink.line, { x: 312, y: 200, width: 214, size: 32, fill: ink.onBody, weight: 800 }, 4)}${word(ink.brand, { x: 312, y: 318, width: 200, size: 20, fill: ink.onBody, weight: 500 })}`;

/** Silhouettes of packaged goods, by the picture word of the catalogue. */
export const PACKS: Record<string, Draw> = {
  carton,
  box,
  bread: bag,
  bag,
  frozen: box,
  can,
  jar,
  bottle,
  spray,
  laundry: tub,
  paint: tub,
  roll,
  nappy: bag,
  pills,
  tube,
  petbag,
  wine,
  beer,
  spirit,
  book,
};
