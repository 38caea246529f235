import { escapeHtml } from '#domain/text/escape-html.ts';
import type { Draw, Ink } from './ink.ts';

/* The silhouettes, by the picture word of the catalogue. */

/** Position, size and colour of a word on a picture. */
interface Lettering {
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
function word(text: string, { x, y, width, size, fill, weight = 700 }: Lettering): string {
  const fitted = Math.min(size, width / Math.max(1, text.length * EM_PER_LETTER));
  return `<text x="${x}" y="${y}" text-anchor="middle" font-family="Helvetica,Arial,sans-serif" font-weight="${weight}" font-size="${fitted.toFixed(1)}" fill="${fill}">${escapeHtml(text)}</text>`;
}

/** Long text over up to `most` lines, centred around y. */
function words(text: string, at: Lettering, most = 3): string {
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

const SCREEN = '#1a2230';

function screen(stand: string): Draw {
  return ({ body, dark, brand, accent, size }) =>
    `${stand.replaceAll('DARK', dark).replaceAll('BODY', body)}<rect x="84" y="130" width="432" height="262" rx="8" fill="#10151c"/><rect x="92" y="138" width="416" height="242" rx="3" fill="${SCREEN}"/><path d="M92 320q110-120 210-50t206-70v180H92z" fill="${accent}" opacity=".7"/><path d="M92 360q140-60 230-30t186-40v90H92z" fill="#f2c14e" opacity=".35"/>${word(size || brand, { x: 300, y: 230, width: 240, size: 58, fill: '#fff', weight: 800 })}${word(brand, { x: 300, y: 390, width: 90, size: 12, fill: '#aab' })}`;
}

const GLASS = '#27313f';

function drum(door: string): Draw {
  return ({ body, dark, light, brand, onBody, accent }) =>
    `<rect x="138" y="86" width="324" height="410" rx="22" fill="${dark}"/><rect x="132" y="82" width="324" height="410" rx="22" fill="${body}"/><rect x="132" y="160" width="324" height="5" fill="${dark}"/><circle cx="400" cy="122" r="20" fill="${light}"/><rect x="280" y="108" width="86" height="28" rx="6" fill="${GLASS}"/><circle cx="300" cy="122" r="5" fill="${accent}"/>${word(brand, { x: 206, y: 130, width: 110, size: 22, fill: onBody })}${door.replaceAll('LIGHT', light).replaceAll('DARK', dark)}`;
}

/** The printed label of packaged goods: the brand on a band, the line below. */
function label(ink: Ink, x: number, y: number, width: number): string {
  return `<rect x="${x - width / 2}" y="${y - 46}" width="${width}" height="66" fill="${ink.paper}"/>${word(ink.brand, { x, y, width: width - 20, size: 38, fill: '#26303a', weight: 800 })}${words(ink.line, { x, y: y + 64, width: width - 12, size: 21, fill: ink.onBody, weight: 600 })}`;
}

const box: Draw = (ink) =>
  `<path d="M160 120h230v370H160z" fill="${ink.body}"/><path d="M390 120l50 26v320l-50 24z" fill="${ink.dark}"/>${label(ink, 275, 230, 230)}<ellipse cx="275" cy="430" rx="84" ry="34" fill="${ink.paper}"/><path d="M200 424q75-50 150 0" fill="${ink.accent}"/>`;

const bag: Draw = (ink) =>
  `<path d="M170 110h260l-12 34q24 160 12 312l12 36H158l12-36q-12-152 12-312z" fill="${ink.body}"/><path d="M170 110h260l-6 18H176zM164 474h272l6 18H158z" fill="${ink.dark}"/><path d="M384 150q20 150 4 316h30q12-152-10-316z" fill="${ink.dark}" opacity=".5"/>${label(ink, 296, 250, 216)}<circle cx="296" cy="410" r="42" fill="${ink.accent}"/>`;

const tub: Draw = (ink) =>
  `<path d="M170 190h260l-26 270q-4 32-36 32H232q-32 0-36-32z" fill="${ink.body}"/><rect x="154" y="150" width="292" height="52" rx="16" fill="${ink.dark}"/>${label(ink, 300, 300, 220)}`;

/** Electronics and household appliances; many are made of metal. */
export const DEVICES: Record<string, Draw> = {
  phone: ({ body, dark, light, brand, onBody, accent }) =>
    `<rect x="176" y="96" width="150" height="400" rx="30" fill="${dark}"/><rect x="170" y="92" width="150" height="400" rx="30" fill="${body}"/><rect x="186" y="110" width="66" height="70" rx="18" fill="${light}"/><circle cx="206" cy="132" r="14" fill="${SCREEN}"/><circle cx="232" cy="158" r="14" fill="${SCREEN}"/><circle cx="232" cy="128" r="6" fill="${light}" stroke="${SCREEN}" stroke-width="2"/>${word(brand, { x: 229, y: 330, width: 100, size: 24, fill: onBody })}<rect x="290" y="120" width="150" height="386" rx="30" fill="${dark}"/><rect x="298" y="128" width="134" height="370" rx="24" fill="${SCREEN}"/><path d="M298 390q70-70 134-20v100q0 28-24 28h-86q-24 0-24-28z" fill="${accent}" opacity=".75"/><circle cx="365" cy="146" r="6" fill="#39445a"/><rect x="330" y="210" width="70" height="8" rx="4" fill="#fff" opacity=".8"/><rect x="342" y="228" width="46" height="6" rx="3" fill="#fff" opacity=".5"/>`,
  watch: ({ body, dark, light, accent }) =>
    `<path d="M248 90h104l12 120H236z" fill="${dark}"/><path d="M236 390h128l-12 120H248z" fill="${dark}"/><rect x="206" y="190" width="188" height="220" rx="56" fill="${body}"/><rect x="392" y="262" width="16" height="48" rx="8" fill="${light}"/><rect x="222" y="206" width="156" height="188" rx="44" fill="${SCREEN}"/><circle cx="300" cy="300" r="58" fill="none" stroke="#33415a" stroke-width="14"/><path d="M300 242a58 58 0 0 1 50 87" fill="none" stroke="${accent}" stroke-width="14" stroke-linecap="round"/>${word('10:09', { x: 300, y: 313, width: 100, size: 36, fill: '#fff' })}`,
  laptop: ({ body, dark, light, brand, accent }) =>
    `<rect x="130" y="150" width="340" height="230" rx="16" fill="${dark}"/><rect x="142" y="162" width="316" height="206" rx="6" fill="${SCREEN}"/><path d="M142 320q90-90 170-40t146-60v142q0 6-6 6H148q-6 0-6-6z" fill="${accent}" opacity=".7"/>${word(brand, { x: 300, y: 238, width: 200, size: 30, fill: '#fff', weight: 600 })}<path d="M96 392q0-12 12-12h384q12 0 12 12v10q0 18-18 18H114q-18 0-18-18z" fill="${body}"/><path d="M250 380h100v6q0 8-8 8h-84q-8 0-8-8z" fill="${dark}"/><rect x="96" y="392" width="408" height="6" fill="${light}"/>`,
  tablet: ({ body, dark, brand, accent }) =>
    `<rect x="150" y="96" width="300" height="400" rx="26" fill="${dark}"/><rect x="146" y="92" width="300" height="400" rx="26" fill="${body}"/><rect x="166" y="114" width="260" height="356" rx="10" fill="${SCREEN}"/><path d="M166 380q90-110 160-40t100-40v160q0 10-10 10H176q-10 0-10-10z" fill="${accent}" opacity=".75"/><circle cx="360" cy="190" r="34" fill="#f2c14e" opacity=".9"/>${word(brand, { x: 296, y: 250, width: 180, size: 28, fill: '#fff' })}`,
  headphones: ({ body, dark, light }) =>
    `<path d="M150 350V300a150 150 0 0 1 300 0v50" fill="none" stroke="${dark}" stroke-width="34" stroke-linecap="round"/><path d="M150 300a150 150 0 0 1 300 0" fill="none" stroke="${body}" stroke-width="18"/><rect x="112" y="310" width="92" height="160" rx="44" fill="${body}"/><rect x="396" y="310" width="92" height="160" rx="44" fill="${body}"/><rect x="180" y="318" width="44" height="144" rx="22" fill="${dark}"/><rect x="376" y="318" width="44" height="144" rx="22" fill="${dark}"/><rect x="130" y="336" width="14" height="108" rx="7" fill="${light}"/><rect x="456" y="336" width="14" height="108" rx="7" fill="${light}"/>`,
  tv: screen('<path d="M180 392l-30 66h30l30-66zM420 392l30 66h-30l-30-66z" fill="#2a3340"/>'),
  monitor: screen(
    '<rect x="276" y="390" width="48" height="64" fill="DARK"/><rect x="206" y="448" width="188" height="16" rx="8" fill="BODY"/>',
  ),
  speaker: ({ body, dark, light, brand, onBody }) =>
    `<rect x="190" y="110" width="220" height="384" rx="44" fill="${dark}"/><rect x="184" y="106" width="220" height="384" rx="44" fill="${body}"/><circle cx="294" cy="344" r="84" fill="${dark}"/><circle cx="294" cy="344" r="60" fill="${light}"/><circle cx="294" cy="344" r="24" fill="${dark}"/><circle cx="294" cy="196" r="38" fill="${dark}"/><circle cx="294" cy="196" r="16" fill="${light}"/>${word(brand, { x: 294, y: 468, width: 150, size: 22, fill: onBody })}`,
  camera: ({ body, dark, light, brand, onBody }) =>
    `<path d="M230 180l24-44h96l24 44z" fill="${dark}"/><rect x="110" y="176" width="380" height="240" rx="28" fill="${body}"/><rect x="110" y="246" width="380" height="110" fill="${dark}" opacity=".55"/><circle cx="300" cy="300" r="106" fill="${dark}"/><circle cx="300" cy="300" r="84" fill="#111826"/><circle cx="300" cy="300" r="54" fill="#27405f"/><circle cx="280" cy="280" r="16" fill="#8fb3d9"/><rect x="410" y="160" width="52" height="20" rx="8" fill="${light}"/>${word(brand, { x: 300, y: 172, width: 84, size: 20, fill: onBody })}`,
  console: ({ body, dark, light, accent }) =>
    `<path d="M190 220h220c80 0 120 90 126 190 2 60-60 80-96 24l-32-50H192l-32 50c-36 56-98 36-96-24 6-100 46-190 126-190z" fill="${body}"/><circle cx="206" cy="300" r="42" fill="${dark}"/><circle cx="206" cy="300" r="24" fill="${light}"/><circle cx="394" cy="270" r="13" fill="${accent}"/><circle cx="430" cy="300" r="13" fill="#d9534f"/><circle cx="358" cy="300" r="13" fill="#f2c14e"/><circle cx="394" cy="330" r="13" fill="#4c9a6a"/><rect x="272" y="250" width="56" height="32" rx="10" fill="${dark}"/>`,
  gadget: ({ body, dark, light, brand, onBody, size, accent }) =>
    `<rect x="186" y="130" width="236" height="340" rx="30" fill="${dark}"/><rect x="178" y="124" width="236" height="340" rx="30" fill="${body}"/><rect x="204" y="384" width="184" height="10" rx="5" fill="${light}"/><circle cx="376" cy="430" r="7" fill="${accent}"/>${word(brand, { x: 296, y: 230, width: 190, size: 38, fill: onBody })}${word(size, { x: 296, y: 320, width: 180, size: 52, fill: onBody, weight: 800 })}`,
  printer: ({ body, dark, light, brand, onBody, accent }) =>
    `<rect x="190" y="110" width="220" height="140" fill="#fff" stroke="#d8d8d8"/><rect x="104" y="220" width="392" height="190" rx="24" fill="${body}"/><rect x="104" y="310" width="392" height="100" rx="24" fill="${dark}"/><rect x="170" y="350" width="260" height="110" fill="#fff" stroke="#d8d8d8"/><path d="M200 380h200M200 404h160M200 428h180" stroke="#c2c8d0" stroke-width="8"/><circle cx="452" cy="262" r="12" fill="${accent}"/><rect x="140" y="252" width="80" height="20" rx="10" fill="${light}"/>${word(brand, { x: 320, y: 274, width: 150, size: 26, fill: onBody })}`,
  'coffee-machine': ({ body, dark, light, brand, onBody, accent }) =>
    `<rect x="150" y="108" width="300" height="92" rx="22" fill="${body}"/><rect x="150" y="180" width="300" height="22" fill="${dark}"/><rect x="310" y="196" width="140" height="268" fill="${body}"/><rect x="424" y="196" width="26" height="268" fill="${dark}"/><rect x="128" y="452" width="344" height="40" rx="14" fill="${dark}"/><rect x="150" y="446" width="176" height="14" rx="4" fill="${light}"/><rect x="196" y="200" width="76" height="26" rx="6" fill="${light}"/><path d="M206 226h56l-8 30h-40z" fill="${GLASS}"/><rect x="120" y="234" width="96" height="16" rx="8" fill="${GLASS}"/><path d="M200 380h72l-8 62q-2 6-8 6h-40q-6 0-8-6z" fill="#fff" stroke="#d9d5cb" stroke-width="3"/><path d="M268 394q30 0 26 22t-30 18" fill="none" stroke="#e6e1d6" stroke-width="8"/><path d="M234 262v110" stroke="#6b4226" stroke-width="6" opacity=".75"/><circle cx="384" cy="262" r="32" fill="${light}"/><circle cx="384" cy="262" r="24" fill="#fff"/><path d="M384 262l12-15" stroke="#b4431f" stroke-width="4" stroke-linecap="round"/><circle cx="360" cy="328" r="10" fill="${accent}"/><circle cx="408" cy="328" r="10" fill="${light}"/>${word(brand, { x: 300, y: 162, width: 220, size: 30, fill: onBody })}`,
  kettle: ({ body, dark, light, brand, onBody }) =>
    `<path d="M210 190h170l42 250q4 34-30 34H200q-34 0-30-34z" fill="${body}"/><path d="M340 190h40l42 250q4 34-30 34h-44z" fill="${dark}" opacity=".6"/><path d="M212 206l-62 34 46 44z" fill="${body}"/><rect x="220" y="160" width="150" height="34" rx="14" fill="${dark}"/><circle cx="295" cy="152" r="14" fill="${light}"/><path d="M380 200q110 10 96 130-6 54-58 62" fill="none" stroke="${dark}" stroke-width="26" stroke-linecap="round"/><rect x="160" y="472" width="262" height="22" rx="10" fill="${dark}"/>${word(brand, { x: 290, y: 350, width: 170, size: 30, fill: onBody })}`,
  blender: ({ body, dark, light, brand, onBody, accent }) =>
    `<path d="M196 120h208l-30 214H226z" fill="#dfe8ec" stroke="#b8c6cd" stroke-width="4"/><path d="M212 232h176l-14 102H226z" fill="${accent}" opacity=".65"/><rect x="186" y="92" width="228" height="34" rx="14" fill="${dark}"/><path d="M404 150q64 0 58 76-4 60-72 62" fill="none" stroke="#c3d0d6" stroke-width="18"/><path d="M206 340h188l40 118q8 34-26 34H192q-34 0-26-34z" fill="${body}"/><circle cx="300" cy="420" r="34" fill="${light}"/><path d="M300 420v-24" stroke="${dark}" stroke-width="7" stroke-linecap="round"/>${word(brand, { x: 300, y: 374, width: 150, size: 22, fill: onBody })}`,
  airfryer: ({ body, dark, light, brand, onBody }) =>
    `<path d="M170 200q0-90 130-90t130 90v240q0 50-50 50H220q-50 0-50-50z" fill="${body}"/><path d="M170 300h260v140q0 50-50 50H220q-50 0-50-50z" fill="${dark}"/><rect x="214" y="330" width="172" height="96" rx="12" fill="${GLASS}"/><rect x="236" y="380" width="128" height="34" rx="17" fill="${light}"/><circle cx="300" cy="196" r="46" fill="${GLASS}"/>${word('200°', { x: 300, y: 206, width: 70, size: 30, fill: '#fff' })}${word(brand, { x: 300, y: 282, width: 180, size: 26, fill: onBody })}`,
  microwave: ({ body, dark, light, brand, onBody, accent }) =>
    `<rect x="76" y="176" width="448" height="258" rx="22" fill="${body}"/><rect x="100" y="200" width="292" height="210" rx="14" fill="${GLASS}"/><rect x="120" y="220" width="252" height="170" rx="8" fill="#3b4757"/><ellipse cx="246" cy="366" rx="90" ry="14" fill="#566375"/><rect x="404" y="204" width="10" height="202" rx="5" fill="${light}"/><rect x="430" y="206" width="74" height="34" rx="6" fill="${GLASS}"/>${word('1:30', { x: 467, y: 231, width: 60, size: 22, fill: '#7fe0b0' })}<circle cx="467" cy="300" r="28" fill="${light}"/><circle cx="467" cy="370" r="20" fill="${accent}"/>${word(brand, { x: 300, y: 428, width: 120, size: 16, fill: onBody })}<rect x="110" y="434" width="46" height="16" fill="${dark}"/><rect x="444" y="434" width="46" height="16" fill="${dark}"/>`,
  pan: ({ body, dark, light }) =>
    `<rect x="384" y="240" width="170" height="30" rx="15" fill="${dark}" transform="rotate(-18 384 255)"/><ellipse cx="260" cy="312" rx="180" ry="140" fill="${body}"/><ellipse cx="260" cy="300" rx="160" ry="118" fill="${dark}"/><ellipse cx="260" cy="306" rx="142" ry="100" fill="${GLASS}"/><path d="M150 280q60-70 160-60" fill="none" stroke="${light}" stroke-width="8" stroke-linecap="round" opacity=".5"/>`,
  vacuum: ({ body, dark, light, accent }) =>
    `<path d="M372 120l-108 330" stroke="${dark}" stroke-width="24" stroke-linecap="round"/><rect x="336" y="92" width="96" height="110" rx="40" fill="${body}" transform="rotate(18 384 147)"/><circle cx="414" cy="190" r="42" fill="${accent}" opacity=".85"/><circle cx="414" cy="190" r="22" fill="${light}"/><path d="M404 92q70-20 74 46" fill="none" stroke="${dark}" stroke-width="18" stroke-linecap="round"/><path d="M150 440h210q26 0 26 30v14q0 14-14 14H146q-14 0-14-14v-20q0-24 18-24z" fill="${body}"/><rect x="132" y="478" width="254" height="18" rx="9" fill="${dark}"/>`,
  fridge: ({ body, dark, light, brand, onBody }) =>
    `<rect x="176" y="78" width="248" height="420" rx="18" fill="${dark}"/><rect x="170" y="74" width="244" height="420" rx="18" fill="${body}"/><path d="M292 74v250M170 324h244" stroke="${dark}" stroke-width="5"/><rect x="272" y="150" width="9" height="120" rx="4" fill="${light}"/><rect x="303" y="150" width="9" height="120" rx="4" fill="${light}"/><rect x="230" y="344" width="124" height="9" rx="4" fill="${light}"/>${word(brand, { x: 230, y: 112, width: 92, size: 16, fill: onBody })}`,
  washer: drum(
    '<circle cx="294" cy="322" r="116" fill="LIGHT"/><circle cx="294" cy="322" r="92" fill="#2f3b4b"/><path d="M214 340q80-50 160 0a80 80 0 0 1-160 0z" fill="#6d9cc0" opacity=".8"/><path d="M240 270q30-34 76-28" stroke="#9fb6cc" stroke-width="8" fill="none" stroke-linecap="round"/>',
  ),
  dishwasher: drum(
    '<rect x="160" y="190" width="268" height="278" rx="10" fill="LIGHT"/><rect x="200" y="206" width="188" height="12" rx="6" fill="DARK"/>',
  ),
  fan: ({ body, dark, light, brand, onBody }) =>
    `<rect x="238" y="96" width="124" height="330" rx="52" fill="${dark}"/><rect x="232" y="92" width="124" height="330" rx="52" fill="${body}"/><path d="M262 150v210M282 140v230M306 140v230M326 150v210" stroke="${dark}" stroke-width="7" stroke-linecap="round"/><rect x="270" y="420" width="50" height="40" fill="${dark}"/><ellipse cx="296" cy="474" rx="104" ry="24" fill="${body}"/><ellipse cx="296" cy="468" rx="104" ry="20" fill="${light}"/>${word(brand, { x: 296, y: 475, width: 130, size: 20, fill: onBody })}`,
};

/** Sport, tools, play, home and packaged goods. */
export const GOODS: Record<string, Draw> = {
  shoe: ({ body, dark, light, accent, brand }) =>
    `<path d="M92 330q4-60 40-84l60 10q30 30 70 0l40-36q30 50 90 84 90 20 118 60 14 20 10 40H92z" fill="${body}"/><path d="M192 256q30 30 70 0l40-36 26 34q-60 70-140 60z" fill="${light}"/><path d="M270 262l50 34M300 244l50 40M248 282l46 30" stroke="${light}" stroke-width="9" stroke-linecap="round"/><path d="M150 372q120-10 190-66 20 40 80 66z" fill="${accent}" opacity=".75"/><path d="M80 396q0-16 16-16h408q20 0 20 20 0 44-52 44H120q-40 0-40-48z" fill="#f5f2ea"/><path d="M84 424h438q-8 20-50 20H120q-28 0-36-20z" fill="${dark}"/>${word(brand, { x: 200, y: 366, width: 120, size: 26, fill: light, weight: 800 })}`,
  drill: ({ body, dark, light, brand, onBody }) =>
    `<rect x="80" y="196" width="90" height="18" rx="6" fill="#9aa3ab"/><rect x="156" y="176" width="56" height="60" rx="10" fill="#39424c"/><path d="M206 156h210q40 0 40 50t-40 50H206z" fill="${body}"/><path d="M340 250h86l30 160h-86z" fill="${dark}"/><rect x="334" y="404" width="156" height="72" rx="14" fill="${body}"/><rect x="334" y="404" width="156" height="18" rx="8" fill="#39424c"/><path d="M318 262q10 36 38 40" fill="none" stroke="${light}" stroke-width="14" stroke-linecap="round"/>${word(brand, { x: 320, y: 216, width: 170, size: 32, fill: onBody, weight: 800 })}`,
  handtool: ({ body, dark, brand, onBody }) =>
    `<path d="M276 200h48v280q0 16-24 16t-24-16z" fill="${body}"/><path d="M190 120h170q60 0 84 60l-64-14v34H190z" fill="#7c868f"/><path d="M190 120h60v80h-60z" fill="#5d666e"/><rect x="276" y="360" width="48" height="14" fill="${dark}"/>${word(brand, { x: 300, y: 300, width: 46, size: 12, fill: onBody })}`,
  garden: ({ body, dark, light, brand, onBody }) =>
    `<path d="M150 300h230q50 0 70 70h-330q0-70 30-70z" fill="${body}"/><path d="M380 310L496 130" stroke="#3a434d" stroke-width="14" stroke-linecap="round"/><path d="M470 128h56" stroke="#3a434d" stroke-width="16" stroke-linecap="round"/><rect x="210" y="240" width="130" height="64" rx="16" fill="${dark}"/><circle cx="170" cy="400" r="52" fill="#2b333c"/><circle cx="170" cy="400" r="22" fill="${light}"/><circle cx="400" cy="400" r="52" fill="#2b333c"/><circle cx="400" cy="400" r="22" fill="${light}"/>${word(brand, { x: 270, y: 346, width: 180, size: 26, fill: onBody })}<path d="M60 470q20-30 30 0 20-36 34 0" stroke="#5c8a4f" stroke-width="8" fill="none"/>`,
  dumbbell: ({ body, dark, light }) =>
    `<g transform="rotate(-24 300 300)"><rect x="170" y="282" width="260" height="36" rx="10" fill="#9aa3ab"/><rect x="120" y="204" width="64" height="192" rx="20" fill="${body}"/><rect x="416" y="204" width="64" height="192" rx="20" fill="${body}"/><rect x="84" y="236" width="44" height="128" rx="16" fill="${dark}"/><rect x="472" y="236" width="44" height="128" rx="16" fill="${dark}"/><rect x="132" y="220" width="12" height="160" rx="6" fill="${light}"/></g>`,
  tent: ({ body, dark, light, accent }) =>
    `<path d="M300 130L520 450H80z" fill="${body}"/><path d="M300 130l220 320H400z" fill="${dark}"/><path d="M300 210l76 240H224z" fill="${light}"/><path d="M300 210v240" stroke="${dark}" stroke-width="5"/><path d="M300 130l10-40" stroke="#8a6a45" stroke-width="10"/><circle cx="450" cy="150" r="34" fill="#f2c14e"/><path d="M40 452h520" stroke="${accent}" stroke-width="8"/>`,
  brick: ({ body, dark, onBody, line, brand }) =>
    `<rect x="110" y="110" width="380" height="270" rx="8" fill="${body}"/><rect x="110" y="110" width="96" height="270" fill="#d9322b"/>${word(brand, { x: 158, y: 180, width: 84, size: 30, fill: '#ffd94a', weight: 900 })}${words(line, { x: 350, y: 190, width: 260, size: 27, fill: onBody, weight: 700 })}<g transform="translate(250 300)"><rect x="0" y="30" width="170" height="60" fill="${dark}"/><rect x="14" y="12" width="32" height="20" fill="${dark}"/><rect x="68" y="12" width="32" height="20" fill="${dark}"/><rect x="122" y="12" width="32" height="20" fill="${dark}"/></g><g fill="#f2b705"><rect x="150" y="430" width="120" height="52"/><rect x="162" y="414" width="28" height="18"/><rect x="228" y="414" width="28" height="18"/></g><g fill="#3f7fbf"><rect x="330" y="430" width="120" height="52"/><rect x="342" y="414" width="28" height="18"/><rect x="408" y="414" width="28" height="18"/></g>`,
  toy: ({ body, dark, light, accent }) =>
    `<circle cx="214" cy="170" r="46" fill="${dark}"/><circle cx="386" cy="170" r="46" fill="${dark}"/><circle cx="300" cy="230" r="118" fill="${body}"/><ellipse cx="300" cy="420" rx="120" ry="96" fill="${body}"/><ellipse cx="300" cy="430" rx="70" ry="62" fill="${light}"/><circle cx="262" cy="216" r="12" fill="#1c232b"/><circle cx="338" cy="216" r="12" fill="#1c232b"/><ellipse cx="300" cy="260" rx="44" ry="34" fill="${light}"/><path d="M288 250h24l-12 14z" fill="#1c232b"/><path d="M250 338h100l-34 26-16-14-16 14z" fill="${accent}"/>`,
  game: ({ body, dark, brand, line, onBody, accent }) =>
    `<path d="M110 150h340v300H110z" fill="${body}"/><path d="M450 150l40 24v300l-40-24z" fill="${dark}"/><path d="M110 450h340l40 24H150z" fill="${dark}"/><circle cx="390" cy="390" r="28" fill="${accent}"/><rect x="140" y="366" width="52" height="52" rx="10" fill="#fff"/><g fill="#1c232b"><circle cx="154" cy="380" r="5"/><circle cx="178" cy="404" r="5"/><circle cx="166" cy="392" r="5"/></g>${words(line, { x: 280, y: 260, width: 290, size: 38, fill: onBody, weight: 800 })}${word(brand, { x: 280, y: 184, width: 200, size: 20, fill: onBody, weight: 500 })}`,
  pens: ({ body, dark, brand, line, onBody, accent, paper }) =>
    `<rect x="150" y="130" width="230" height="330" rx="12" fill="${body}"/><rect x="150" y="130" width="34" height="330" fill="${dark}"/><rect x="206" y="180" width="148" height="90" fill="${paper}"/>${word(brand, { x: 280, y: 222, width: 132, size: 28, fill: '#26303a' })}${words(line, { x: 280, y: 320, width: 170, size: 20, fill: onBody, weight: 500 })}<g transform="rotate(14 440 300)"><rect x="424" y="130" width="28" height="270" fill="${accent}"/><path d="M424 400h28l-14 50z" fill="#e8cfa2"/><path d="M433 432h10l-5 18z" fill="#1c232b"/><rect x="424" y="116" width="28" height="24" rx="6" fill="#d98c8c"/></g>`,
  bed: ({ body, dark, light, accent }) =>
    `<rect x="90" y="160" width="420" height="130" rx="24" fill="#b08d62"/><rect x="120" y="210" width="160" height="90" rx="28" fill="#fff"/><rect x="320" y="210" width="160" height="90" rx="28" fill="#fff"/><path d="M84 290q216-34 432 0v130H84z" fill="${body}"/><path d="M84 290q216-34 432 0v34q-216-30-432 0z" fill="${light}"/><path d="M84 380h432v40H84z" fill="${dark}"/><rect x="84" y="350" width="432" height="16" fill="${accent}" opacity=".6"/><rect x="96" y="420" width="26" height="50" fill="#8a6a45"/><rect x="478" y="420" width="26" height="50" fill="#8a6a45"/>`,
  pram: ({ body, dark, light }) =>
    `<path d="M170 280a140 140 0 0 1 140-140v140z" fill="${dark}"/><path d="M150 280h260q0 110-110 110H260q-110 0-110-110z" fill="${body}"/><path d="M404 280l72-120" stroke="#3a434d" stroke-width="14" stroke-linecap="round"/><path d="M452 150h60" stroke="#3a434d" stroke-width="16" stroke-linecap="round"/><path d="M220 390l-20 50M340 390l20 50" stroke="#3a434d" stroke-width="12"/><circle cx="196" cy="450" r="44" fill="#2b333c"/><circle cx="196" cy="450" r="20" fill="${light}"/><circle cx="366" cy="450" r="44" fill="#2b333c"/><circle cx="366" cy="450" r="20" fill="${light}"/>`,
  carton: (ink) =>
    `<path d="M200 170l40-70h130l40 70z" fill="${ink.light}"/><rect x="252" y="80" width="96" height="26" rx="4" fill="${ink.dark}"/><rect x="190" y="170" width="220" height="320" fill="${ink.body}"/><path d="M372 170h38v320h-38z" fill="${ink.dark}"/><circle cx="300" cy="142" r="20" fill="${ink.accent}"/>${label(ink, 281, 290, 182)}<path d="M190 450q60-40 182 0v40H190z" fill="${ink.paper}" opacity=".8"/>`,
  box,
  bread: bag,
  bag,
  frozen: box,
  can: (ink) =>
    `<rect x="190" y="150" width="220" height="310" fill="${ink.body}"/><path d="M366 150h44v310h-44z" fill="${ink.dark}" opacity=".6"/><ellipse cx="300" cy="460" rx="110" ry="26" fill="#aab2ba"/><rect x="190" y="440" width="220" height="20" fill="#c7ced4"/><ellipse cx="300" cy="150" rx="110" ry="28" fill="#dfe4e8"/><ellipse cx="300" cy="150" rx="92" ry="20" fill="#c3cad0"/>${label(ink, 296, 280, 200)}`,
  jar: (ink) =>
    `<rect x="204" y="104" width="192" height="60" rx="12" fill="${ink.dark}"/><path d="M190 182q0-20 22-20h176q22 0 22 20v280q0 30-30 30H220q-30 0-30-30z" fill="${ink.light}"/><rect x="190" y="220" width="220" height="220" fill="${ink.body}"/>${label(ink, 300, 300, 210)}`,
  bottle: (ink) =>
    `<rect x="262" y="72" width="76" height="46" rx="8" fill="${ink.accent}"/><path d="M268 118h64v40q50 40 50 100v200q0 34-34 34H252q-34 0-34-34V258q0-60 50-100z" fill="${ink.body}"/><path d="M340 170q42 40 42 90v200q0 32-34 32h-14z" fill="${ink.dark}" opacity=".5"/>${label(ink, 300, 320, 164)}`,
  spray: (ink) =>
    `<path d="M236 84h120q30 0 34 40l-48-8v34h-84v-34z" fill="${ink.accent}"/><path d="M250 150h100l44 100v210q0 32-34 32H240q-34 0-34-32V250z" fill="${ink.body}"/>${label(ink, 300, 330, 176)}`,
  laundry: tub,
  paint: tub,
  roll: (ink) =>
    `<rect x="140" y="190" width="320" height="290" rx="30" fill="${ink.body}"/>${[210, 300, 390].map((x) => `<circle cx="${x}" cy="214" r="52" fill="#fff"/><circle cx="${x}" cy="214" r="18" fill="#e2dccb"/>`).join('')}<rect x="140" y="266" width="320" height="214" rx="0" fill="${ink.body}"/>${label(ink, 300, 350, 300)}`,
  nappy: bag,
  pills: (ink) =>
    `<rect x="216" y="94" width="168" height="70" rx="12" fill="#dcdcd2"/><path d="M236 100v58M262 100v58M288 100v58M314 100v58M340 100v58M366 100v58" stroke="#c2c2b8" stroke-width="5"/><rect x="204" y="160" width="192" height="330" rx="30" fill="${ink.body}"/><rect x="204" y="230" width="192" height="210" fill="${ink.light}"/>${label(ink, 300, 300, 192)}`,
  tube: (ink) =>
    `<path d="M200 92h200l-24 340H224z" fill="${ink.body}"/><rect x="196" y="84" width="208" height="18" fill="${ink.dark}"/><rect x="236" y="430" width="128" height="62" rx="10" fill="${ink.accent}"/>${label(ink, 300, 220, 168)}`,
  petbag: (ink) =>
    `<path d="M160 110l20-18h240l20 18v372q0 12-14 12H174q-14 0-14-12z" fill="${ink.body}"/><path d="M400 92h20l20 18v372q0 12-14 12h-26z" fill="${ink.dark}"/>${label(ink, 284, 210, 228)}<g fill="${ink.paper}"><ellipse cx="284" cy="420" rx="38" ry="30"/><circle cx="234" cy="386" r="17"/><circle cx="264" cy="362" r="17"/><circle cx="304" cy="362" r="17"/><circle cx="334" cy="386" r="17"/></g>`,
  wine: (ink) =>
    `<path d="M276 70h48v120q52 36 52 100v172q0 30-30 30h-92q-30 0-30-30V290q0-64 52-100z" fill="#26352b"/><rect x="274" y="64" width="52" height="84" rx="4" fill="${ink.body}"/><rect x="224" y="300" width="152" height="130" fill="#f6f1e4"/>${word(ink.brand, { x: 300, y: 350, width: 138, size: 26, fill: '#3a2a20' })}${words(ink.line, { x: 300, y: 388, width: 140, size: 15, fill: '#6b5a4b', weight: 500 })}`,
  beer: (ink) =>
    `<path d="M270 70h60v90q46 40 46 90v210q0 32-30 32h-92q-30 0-30-32V250q0-50 46-90z" fill="#6b4a1f"/><rect x="266" y="62" width="68" height="22" rx="6" fill="${ink.accent}"/><rect x="224" y="270" width="152" height="150" fill="${ink.body}"/>${label(ink, 300, 334, 152)}`,
  spirit: (ink) =>
    `<rect x="268" y="66" width="64" height="50" rx="6" fill="${ink.dark}"/><path d="M274 116h52v40q74 20 74 70v240q0 26-28 26H228q-28 0-28-26V226q0-50 74-70z" fill="#d9e2e4"/><path d="M200 290h200v176q0 26-28 26H228q-28 0-28-26z" fill="#c98a3a" opacity=".6"/><rect x="216" y="270" width="168" height="140" fill="${ink.body}"/>${label(ink, 300, 326, 160)}`,
  book: (ink) =>
    `<path d="M170 92h250q10 0 10 10v380q0 10-10 10H170z" fill="${ink.body}"/><path d="M170 92h24v400h-24z" fill="${ink.dark}"/><rect x="430" y="104" width="12" height="376" fill="#efe9da"/><circle cx="312" cy="380" r="60" fill="${ink.accent}" opacity=".85"/><path d="M218 420q50-40 100 0t90-10v60H218z" fill="${ink.paper}" opacity=".75"/>${words(ink.line, { x: 312, y: 200, width: 214, size: 32, fill: ink.onBody, weight: 800 }, 4)}${word(ink.brand, { x: 312, y: 318, width: 200, size: 20, fill: ink.onBody, weight: 500 })}`,
};
