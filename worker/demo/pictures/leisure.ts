import type { Draw } from './ink.ts';
import { word, words } from './lettering.ts';

const shoe: Draw = ({ body, dark, light, accent, brand }) =>
  `<path d="M92 330q4-60 40-84l60 10q30 30 70 0l40-36q30 50 90 84 90 20 118 60 14 20 10 40H92z" fill="${body}"/><path d="M192 256q30 30 70 0l40-36 26 34q-60 70-140 60z" fill="${light}"/><path d="M270 262l50 34M300 244l50 40M248 282l46 30" stroke="${light}" stroke-width="9" stroke-linecap="round"/><path d="M150 372q120-10 190-66 20 40 80 66z" fill="${accent}" opacity=".75"/><path d="M80 396q0-16 16-16h408q20 0 20 20 0 44-52 44H120q-40 0-40-48z" fill="#f5f2ea"/><path d="M84 424h438q-8 20-50 20H120q-28 0-36-20z" fill="${dark}"/>${word(brand, { x: 200, y: 366, width: 120, size: 26, fill: light, weight: 800 })}`;

const drill: Draw = ({ body, dark, light, brand, onBody }) =>
  `<rect x="80" y="196" width="90" height="18" rx="6" fill="#9aa3ab"/><rect x="156" y="176" width="56" height="60" rx="10" fill="#39424c"/><path d="M206 156h210q40 0 40 50t-40 50H206z" fill="${body}"/><path d="M340 250h86l30 160h-86z" fill="${dark}"/><rect x="334" y="404" width="156" height="72" rx="14" fill="${body}"/><rect x="334" y="404" width="156" height="18" rx="8" fill="#39424c"/><path d="M318 262q10 36 38 40" fill="none" stroke="${light}" stroke-width="14" stroke-linecap="round"/>${word(brand, { x: 320, y: 216, width: 170, size: 32, fill: onBody, weight: 800 })}`;

const handtool: Draw = ({ body, dark, brand, onBody }) =>
  `<path d="M276 200h48v280q0 16-24 16t-24-16z" fill="${body}"/><path d="M190 120h170q60 0 84 60l-64-14v34H190z" fill="#7c868f"/><path d="M190 120h60v80h-60z" fill="#5d666e"/><rect x="276" y="360" width="48" height="14" fill="${dark}"/>${word(brand, { x: 300, y: 300, width: 46, size: 12, fill: onBody })}`;

const garden: Draw = ({ body, dark, light, brand, onBody }) =>
  `<path d="M150 300h230q50 0 70 70h-330q0-70 30-70z" fill="${body}"/><path d="M380 310L496 130" stroke="#3a434d" stroke-width="14" stroke-linecap="round"/><path d="M470 128h56" stroke="#3a434d" stroke-width="16" stroke-linecap="round"/><rect x="210" y="240" width="130" height="64" rx="16" fill="${dark}"/><circle cx="170" cy="400" r="52" fill="#2b333c"/><circle cx="170" cy="400" r="22" fill="${light}"/><circle cx="400" cy="400" r="52" fill="#2b333c"/><circle cx="400" cy="400" r="22" fill="${light}"/>${word(brand, { x: 270, y: 346, width: 180, size: 26, fill: onBody })}<path d="M60 470q20-30 30 0 20-36 34 0" stroke="#5c8a4f" stroke-width="8" fill="none"/>`;

const dumbbell: Draw = ({ body, dark, light }) =>
  `<g transform="rotate(-24 300 300)"><rect x="170" y="282" width="260" height="36" rx="10" fill="#9aa3ab"/><rect x="120" y="204" width="64" height="192" rx="20" fill="${body}"/><rect x="416" y="204" width="64" height="192" rx="20" fill="${body}"/><rect x="84" y="236" width="44" height="128" rx="16" fill="${dark}"/><rect x="472" y="236" width="44" height="128" rx="16" fill="${dark}"/><rect x="132" y="220" width="12" height="160" rx="6" fill="${light}"/></g>`;

const tent: Draw = ({ body, dark, light, accent }) =>
  `<path d="M300 130L520 450H80z" fill="${body}"/><path d="M300 130l220 320H400z" fill="${dark}"/><path d="M300 210l76 240H224z" fill="${light}"/><path d="M300 210v240" stroke="${dark}" stroke-width="5"/><path d="M300 130l10-40" stroke="#8a6a45" stroke-width="10"/><circle cx="450" cy="150" r="34" fill="#f2c14e"/><path d="M40 452h520" stroke="${accent}" stroke-width="8"/>`;

const brick: Draw = ({ body, dark, onBody, line, brand }) =>
  `<rect x="110" y="110" width="380" height="270" rx="8" fill="${body}"/><rect x="110" y="110" width="96" height="270" fill="#d9322b"/>${word(brand, { x: 158, y: 180, width: 84, size: 30, fill: '#ffd94a', weight: 900 })}${words(line, { x: 350, y: 190, width: 260, size: 27, fill: onBody, weight: 700 })}<g transform="translate(250 300)"><rect x="0" y="30" width="170" height="60" fill="${dark}"/><rect x="14" y="12" width="32" height="20" fill="${dark}"/><rect x="68" y="12" width="32" height="20" fill="${dark}"/><rect x="122" y="12" width="32" height="20" fill="${dark}"/></g><g fill="#f2b705"><rect x="150" y="430" width="120" height="52"/><rect x="162" y="414" width="28" height="18"/><rect x="228" y="414" width="28" height="18"/></g><g fill="#3f7fbf"><rect x="330" y="430" width="120" height="52"/><rect x="342" y="414" width="28" height="18"/><rect x="408" y="414" width="28" height="18"/></g>`;

const toy: Draw = ({ body, dark, light, accent }) =>
  `<circle cx="214" cy="170" r="46" fill="${dark}"/><circle cx="386" cy="170" r="46" fill="${dark}"/><circle cx="300" cy="230" r="118" fill="${body}"/><ellipse cx="300" cy="420" rx="120" ry="96" fill="${body}"/><ellipse cx="300" cy="430" rx="70" ry="62" fill="${light}"/><circle cx="262" cy="216" r="12" fill="#1c232b"/><circle cx="338" cy="216" r="12" fill="#1c232b"/><ellipse cx="300" cy="260" rx="44" ry="34" fill="${light}"/><path d="M288 250h24l-12 14z" fill="#1c232b"/><path d="M250 338h100l-34 26-16-14-16 14z" fill="${accent}"/>`;

const game: Draw = ({ body, dark, brand, line, onBody, accent }) =>
  `<path d="M110 150h340v300H110z" fill="${body}"/><path d="M450 150l40 24v300l-40-24z" fill="${dark}"/><path d="M110 450h340l40 24H150z" fill="${dark}"/><circle cx="390" cy="390" r="28" fill="${accent}"/><rect x="140" y="366" width="52" height="52" rx="10" fill="#fff"/><g fill="#1c232b"><circle cx="154" cy="380" r="5"/><circle cx="178" cy="404" r="5"/><circle cx="166" cy="392" r="5"/></g>${words(line, { x: 280, y: 260, width: 290, size: 38, fill: onBody, weight: 800 })}${word(brand, { x: 280, y: 184, width: 200, size: 20, fill: onBody, weight: 500 })}`;

const pens: Draw = ({ body, dark, brand, line, onBody, accent, paper }) =>
  `<rect x="150" y="130" width="230" height="330" rx="12" fill="${body}"/><rect x="150" y="130" width="34" height="330" fill="${dark}"/><rect x="206" y="180" width="148" height="90" fill="${paper}"/>${word(brand, { x: 280, y: 222, width: 132, size: 28, fill: '#26303a' })}${words(line, { x: 280, y: 320, width: 170, size: 20, fill: onBody, weight: 500 })}<g transform="rotate(14 440 300)"><rect x="424" y="130" width="28" height="270" fill="${accent}"/><path d="M424 400h28l-14 50z" fill="#e8cfa2"/><path d="M433 432h10l-5 18z" fill="#1c232b"/><rect x="424" y="116" width="28" height="24" rx="6" fill="#d98c8c"/></g>`;

const bed: Draw = ({ body, dark, light, accent }) =>
  `<rect x="90" y="160" width="420" height="130" rx="24" fill="#b08d62"/><rect x="120" y="210" width="160" height="90" rx="28" fill="#fff"/><rect x="320" y="210" width="160" height="90" rx="28" fill="#fff"/><path d="M84 290q216-34 432 0v130H84z" fill="${body}"/><path d="M84 290q216-34 432 0v34q-216-30-432 0z" fill="${light}"/><path d="M84 380h432v40H84z" fill="${dark}"/><rect x="84" y="350" width="432" height="16" fill="${accent}" opacity=".6"/><rect x="96" y="420" width="26" height="50" fill="#8a6a45"/><rect x="478" y="420" width="26" height="50" fill="#8a6a45"/>`;

const pram: Draw = ({ body, dark, light }) =>
  `<path d="M170 280a140 140 0 0 1 140-140v140z" fill="${dark}"/><path d="M150 280h260q0 110-110 110H260q-110 0-110-110z" fill="${body}"/><path d="M404 280l72-120" stroke="#3a434d" stroke-width="14" stroke-linecap="round"/><path d="M452 150h60" stroke="#3a434d" stroke-width="16" stroke-linecap="round"/><path d="M220 390l-20 50M340 390l20 50" stroke="#3a434d" stroke-width="12"/><circle cx="196" cy="450" r="44" fill="#2b333c"/><circle cx="196" cy="450" r="20" fill="${light}"/><circle cx="366" cy="450" r="44" fill="#2b333c"/><circle cx="366" cy="450" r="20" fill="${light}"/>`;

/** Silhouettes of sport, tools, play and home, by the picture word of the catalogue. */
export const LEISURE: Record<string, Draw> = {
  shoe,
  drill,
  handtool,
  garden,
  dumbbell,
  tent,
  brick,
  toy,
  game,
  pens,
  bed,
  pram,
};
