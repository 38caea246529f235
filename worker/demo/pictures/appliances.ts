import type { Draw, Ink } from './ink.ts';
import { word } from './lettering.ts';

const GLASS = '#27313f';

function coffeeMachine({ body, dark, light, brand, onBody, accent }: Ink): string {
  return `<rect x="150" y="108" width="300" height="92" rx="22" fill="${body}"/><rect x="150" y="180" width="300" height="22" fill="${dark}"/><rect x="310" y="196" width="140" height="268" fill="${body}"/><rect x="424" y="196" width="26" height="268" fill="${dark}"/><rect x="128" y="452" width="344" height="40" rx="14" fill="${dark}"/><rect x="150" y="446" width="176" height="14" rx="4" fill="${light}"/><rect x="196" y="200" width="76" height="26" rx="6" fill="${light}"/><path d="M206 226h56l-8 30h-40z" fill="${GLASS}"/><rect x="120" y="234" width="96" height="16" rx="8" fill="${GLASS}"/><path d="M200 380h72l-8 62q-2 6-8 6h-40q-6 0-8-6z" fill="#fff" stroke="#d9d5cb" stroke-width="3"/><path d="M268 394q30 0 26 22t-30 18" fill="none" stroke="#e6e1d6" stroke-width="8"/><path d="M234 262v110" stroke="#6b4226" stroke-width="6" opacity=".75"/><circle cx="384" cy="262" r="32" fill="${light}"/><circle cx="384" cy="262" r="24" fill="#fff"/><path d="M384 262l12-15" stroke="#b4431f" stroke-width="4" stroke-linecap="round"/><circle cx="360" cy="328" r="10" fill="${accent}"/><circle cx="408" cy="328" r="10" fill="${light}"/>${word(brand, { x: 300, y: 162, width: 220, size: 30, fill: onBody })}`;
}

function kettle({ body, dark, light, brand, onBody }: Ink): string {
  return `<path d="M210 190h170l42 250q4 34-30 34H200q-34 0-30-34z" fill="${body}"/><path d="M340 190h40l42 250q4 34-30 34h-44z" fill="${dark}" opacity=".6"/><path d="M212 206l-62 34 46 44z" fill="${body}"/><rect x="220" y="160" width="150" height="34" rx="14" fill="${dark}"/><circle cx="295" cy="152" r="14" fill="${light}"/><path d="M380 200q110 10 96 130-6 54-58 62" fill="none" stroke="${dark}" stroke-width="26" stroke-linecap="round"/><rect x="160" y="472" width="262" height="22" rx="10" fill="${dark}"/>${word(brand, { x: 290, y: 350, width: 170, size: 30, fill: onBody })}`;
}

function blender({ body, dark, light, brand, onBody, accent }: Ink): string {
  return `<path d="M196 120h208l-30 214H226z" fill="#dfe8ec" stroke="#b8c6cd" stroke-width="4"/><path d="M212 232h176l-14 102H226z" fill="${accent}" opacity=".65"/><rect x="186" y="92" width="228" height="34" rx="14" fill="${dark}"/><path d="M404 150q64 0 58 76-4 60-72 62" fill="none" stroke="#c3d0d6" stroke-width="18"/><path d="M206 340h188l40 118q8 34-26 34H192q-34 0-26-34z" fill="${body}"/><circle cx="300" cy="420" r="34" fill="${light}"/><path d="M300 420v-24" stroke="${dark}" stroke-width="7" stroke-linecap="round"/>${word(brand, { x: 300, y: 374, width: 150, size: 22, fill: onBody })}`;
}

function airfryer({ body, dark, light, brand, onBody }: Ink): string {
  return `<path d="M170 200q0-90 130-90t130 90v240q0 50-50 50H220q-50 0-50-50z" fill="${body}"/><path d="M170 300h260v140q0 50-50 50H220q-50 0-50-50z" fill="${dark}"/><rect x="214" y="330" width="172" height="96" rx="12" fill="${GLASS}"/><rect x="236" y="380" width="128" height="34" rx="17" fill="${light}"/><circle cx="300" cy="196" r="46" fill="${GLASS}"/>${word('200°', { x: 300, y: 206, width: 70, size: 30, fill: '#fff' })}${word(brand, { x: 300, y: 282, width: 180, size: 26, fill: onBody })}`;
}

function microwave({ body, dark, light, brand, onBody, accent }: Ink): string {
  return `<rect x="76" y="176" width="448" height="258" rx="22" fill="${body}"/><rect x="100" y="200" width="292" height="210" rx="14" fill="${GLASS}"/><rect x="120" y="220" width="252" height="170" rx="8" fill="#3b4757"/><ellipse cx="246" cy="366" rx="90" ry="14" fill="#566375"/><rect x="404" y="204" width="10" height="202" rx="5" fill="${light}"/><rect x="430" y="206" width="74" height="34" rx="6" fill="${GLASS}"/>${word('1:30', { x: 467, y: 231, width: 60, size: 22, fill: '#7fe0b0' })}<circle cx="467" cy="300" r="28" fill="${light}"/><circle cx="467" cy="370" r="20" fill="${accent}"/>${word(brand, { x: 300, y: 428, width: 120, size: 16, fill: onBody })}<rect x="110" y="434" width="46" height="16" fill="${dark}"/><rect x="444" y="434" width="46" height="16" fill="${dark}"/>`;
}

function pan({ body, dark, light }: Ink): string {
  return `<rect x="384" y="240" width="170" height="30" rx="15" fill="${dark}" transform="rotate(-18 384 255)"/><ellipse cx="260" cy="312" rx="180" ry="140" fill="${body}"/><ellipse cx="260" cy="300" rx="160" ry="118" fill="${dark}"/><ellipse cx="260" cy="306" rx="142" ry="100" fill="${GLASS}"/><path d="M150 280q60-70 160-60" fill="none" stroke="${light}" stroke-width="8" stroke-linecap="round" opacity=".5"/>`;
}

function vacuum({ body, dark, light, accent }: Ink): string {
  return `<path d="M372 120l-108 330" stroke="${dark}" stroke-width="24" stroke-linecap="round"/><rect x="336" y="92" width="96" height="110" rx="40" fill="${body}" transform="rotate(18 384 147)"/><circle cx="414" cy="190" r="42" fill="${accent}" opacity=".85"/><circle cx="414" cy="190" r="22" fill="${light}"/><path d="M404 92q70-20 74 46" fill="none" stroke="${dark}" stroke-width="18" stroke-linecap="round"/><path d="M150 440h210q26 0 26 30v14q0 14-14 14H146q-14 0-14-14v-20q0-24 18-24z" fill="${body}"/><rect x="132" y="478" width="254" height="18" rx="9" fill="${dark}"/>`;
}

function fridge({ body, dark, light, brand, onBody }: Ink): string {
  return `<rect x="176" y="78" width="248" height="420" rx="18" fill="${dark}"/><rect x="170" y="74" width="244" height="420" rx="18" fill="${body}"/><path d="M292 74v250M170 324h244" stroke="${dark}" stroke-width="5"/><rect x="272" y="150" width="9" height="120" rx="4" fill="${light}"/><rect x="303" y="150" width="9" height="120" rx="4" fill="${light}"/><rect x="230" y="344" width="124" height="9" rx="4" fill="${light}"/>${word(brand, { x: 230, y: 112, width: 92, size: 16, fill: onBody })}`;
}

function drum(door: string): Draw {
  return ({ body, dark, light, brand, onBody, accent }) =>
    `<rect x="138" y="86" width="324" height="410" rx="22" fill="${dark}"/><rect x="132" y="82" width="324" height="410" rx="22" fill="${body}"/><rect x="132" y="160" width="324" height="5" fill="${dark}"/><circle cx="400" cy="122" r="20" fill="${light}"/><rect x="280" y="108" width="86" height="28" rx="6" fill="${GLASS}"/><circle cx="300" cy="122" r="5" fill="${accent}"/>${word(brand, { x: 206, y: 130, width: 110, size: 22, fill: onBody })}${door.replaceAll('LIGHT', light).replaceAll('DARK', dark)}`;
}

function fan({ body, dark, light, brand, onBody }: Ink): string {
  return `<rect x="238" y="96" width="124" height="330" rx="52" fill="${dark}"/><rect x="232" y="92" width="124" height="330" rx="52" fill="${body}"/><path d="M262 150v210M282 140v230M306 140v230M326 150v210" stroke="${dark}" stroke-width="7" stroke-linecap="round"/><rect x="270" y="420" width="50" height="40" fill="${dark}"/><ellipse cx="296" cy="474" rx="104" ry="24" fill="${body}"/><ellipse cx="296" cy="468" rx="104" ry="20" fill="${light}"/>${word(brand, { x: 296, y: 475, width: 130, size: 20, fill: onBody })}`;
}

/** Silhouettes of household appliances, by the picture word of the catalogue. */
export const APPLIANCES: Record<string, Draw> = {
  'coffee-machine': coffeeMachine,
  kettle,
  blender,
  airfryer,
  microwave,
  pan,
  vacuum,
  fridge,
  washer: drum(
    '<circle cx="294" cy="322" r="116" fill="LIGHT"/><circle cx="294" cy="322" r="92" fill="#2f3b4b"/><path d="M214 340q80-50 160 0a80 80 0 0 1-160 0z" fill="#6d9cc0" opacity=".8"/><path d="M240 270q30-34 76-28" stroke="#9fb6cc" stroke-width="8" fill="none" stroke-linecap="round"/>',
  ),
  dishwasher: drum(
    '<rect x="160" y="190" width="268" height="278" rx="10" fill="LIGHT"/><rect x="200" y="206" width="188" height="12" rx="6" fill="DARK"/>',
  ),
  fan,
};
