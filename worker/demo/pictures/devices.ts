import type { Draw, Ink } from './ink.ts';
import { word } from './lettering.ts';

const SCREEN = '#1a2230';

function phone({ body, dark, light, brand, onBody, accent }: Ink): string {
  return `<rect x="176" y="96" width="150" height="400" rx="30" fill="${dark}"/><rect x="170" y="92" width="150" height="400" rx="30" fill="${body}"/><rect x="186" y="110" width="66" height="70" rx="18" fill="${light}"/><circle cx="206" cy="132" r="14" fill="${SCREEN}"/><circle cx="232" cy="158" r="14" fill="${SCREEN}"/><circle cx="232" cy="128" r="6" fill="${light}" stroke="${SCREEN}" stroke-width="2"/>${word(brand, { x: 229, y: 330, width: 100, size: 24, fill: onBody })}<rect x="290" y="120" width="150" height="386" rx="30" fill="${dark}"/><rect x="298" y="128" width="134" height="370" rx="24" fill="${SCREEN}"/><path d="M298 390q70-70 134-20v100q0 28-24 28h-86q-24 0-24-28z" fill="${accent}" opacity=".75"/><circle cx="365" cy="146" r="6" fill="#39445a"/><rect x="330" y="210" width="70" height="8" rx="4" fill="#fff" opacity=".8"/><rect x="342" y="228" width="46" height="6" rx="3" fill="#fff" opacity=".5"/>`;
}

function watch({ body, dark, light, accent }: Ink): string {
  return `<path d="M248 90h104l12 120H236z" fill="${dark}"/><path d="M236 390h128l-12 120H248z" fill="${dark}"/><rect x="206" y="190" width="188" height="220" rx="56" fill="${body}"/><rect x="392" y="262" width="16" height="48" rx="8" fill="${light}"/><rect x="222" y="206" width="156" height="188" rx="44" fill="${SCREEN}"/><circle cx="300" cy="300" r="58" fill="none" stroke="#33415a" stroke-width="14"/><path d="M300 242a58 58 0 0 1 50 87" fill="none" stroke="${accent}" stroke-width="14" stroke-linecap="round"/>${word('10:09', { x: 300, y: 313, width: 100, size: 36, fill: '#fff' })}`;
}

function laptop({ body, dark, light, brand, accent }: Ink): string {
  return `<rect x="130" y="150" width="340" height="230" rx="16" fill="${dark}"/><rect x="142" y="162" width="316" height="206" rx="6" fill="${SCREEN}"/><path d="M142 320q90-90 170-40t146-60v142q0 6-6 6H148q-6 0-6-6z" fill="${accent}" opacity=".7"/>${word(brand, { x: 300, y: 238, width: 200, size: 30, fill: '#fff', weight: 600 })}<path d="M96 392q0-12 12-12h384q12 0 12 12v10q0 18-18 18H114q-18 0-18-18z" fill="${body}"/><path d="M250 380h100v6q0 8-8 8h-84q-8 0-8-8z" fill="${dark}"/><rect x="96" y="392" width="408" height="6" fill="${light}"/>`;
}

function tablet({ body, dark, brand, accent }: Ink): string {
  return `<rect x="150" y="96" width="300" height="400" rx="26" fill="${dark}"/><rect x="146" y="92" width="300" height="400" rx="26" fill="${body}"/><rect x="166" y="114" width="260" height="356" rx="10" fill="${SCREEN}"/><path d="M166 380q90-110 160-40t100-40v160q0 10-10 10H176q-10 0-10-10z" fill="${accent}" opacity=".75"/><circle cx="360" cy="190" r="34" fill="#f2c14e" opacity=".9"/>${word(brand, { x: 296, y: 250, width: 180, size: 28, fill: '#fff' })}`;
}

function headphones({ body, dark, light }: Ink): string {
  return `<path d="M150 350V300a150 150 0 0 1 300 0v50" fill="none" stroke="${dark}" stroke-width="34" stroke-linecap="round"/><path d="M150 300a150 150 0 0 1 300 0" fill="none" stroke="${body}" stroke-width="18"/><rect x="112" y="310" width="92" height="160" rx="44" fill="${body}"/><rect x="396" y="310" width="92" height="160" rx="44" fill="${body}"/><rect x="180" y="318" width="44" height="144" rx="22" fill="${dark}"/><rect x="376" y="318" width="44" height="144" rx="22" fill="${dark}"/><rect x="130" y="336" width="14" height="108" rx="7" fill="${light}"/><rect x="456" y="336" width="14" height="108" rx="7" fill="${light}"/>`;
}

function screen(stand: string): Draw {
  return ({ body, dark, brand, accent, size }) =>
    `${stand.replaceAll('DARK', dark).replaceAll('BODY', body)}<rect x="84" y="130" width="432" height="262" rx="8" fill="#10151c"/><rect x="92" y="138" width="416" height="242" rx="3" fill="${SCREEN}"/><path d="M92 320q110-120 210-50t206-70v180H92z" fill="${accent}" opacity=".7"/><path d="M92 360q140-60 230-30t186-40v90H92z" fill="#f2c14e" opacity=".35"/>${word(size || brand, { x: 300, y: 230, width: 240, size: 58, fill: '#fff', weight: 800 })}${word(brand, { x: 300, y: 390, width: 90, size: 12, fill: '#aab' })}`;
}

function speaker({ body, dark, light, brand, onBody }: Ink): string {
  return `<rect x="190" y="110" width="220" height="384" rx="44" fill="${dark}"/><rect x="184" y="106" width="220" height="384" rx="44" fill="${body}"/><circle cx="294" cy="344" r="84" fill="${dark}"/><circle cx="294" cy="344" r="60" fill="${light}"/><circle cx="294" cy="344" r="24" fill="${dark}"/><circle cx="294" cy="196" r="38" fill="${dark}"/><circle cx="294" cy="196" r="16" fill="${light}"/>${word(brand, { x: 294, y: 468, width: 150, size: 22, fill: onBody })}`;
}

function camera({ body, dark, light, brand, onBody }: Ink): string {
  return `<path d="M230 180l24-44h96l24 44z" fill="${dark}"/><rect x="110" y="176" width="380" height="240" rx="28" fill="${body}"/><rect x="110" y="246" width="380" height="110" fill="${dark}" opacity=".55"/><circle cx="300" cy="300" r="106" fill="${dark}"/><circle cx="300" cy="300" r="84" fill="#111826"/><circle cx="300" cy="300" r="54" fill="#27405f"/><circle cx="280" cy="280" r="16" fill="#8fb3d9"/><rect x="410" y="160" width="52" height="20" rx="8" fill="${light}"/>${word(brand, { x: 300, y: 172, width: 84, size: 20, fill: onBody })}`;
}

function console({ body, dark, light, accent }: Ink): string {
  return `<path d="M190 220h220c80 0 120 90 126 190 2 60-60 80-96 24l-32-50H192l-32 50c-36 56-98 36-96-24 6-100 46-190 126-190z" fill="${body}"/><circle cx="206" cy="300" r="42" fill="${dark}"/><circle cx="206" cy="300" r="24" fill="${light}"/><circle cx="394" cy="270" r="13" fill="${accent}"/><circle cx="430" cy="300" r="13" fill="#d9534f"/><circle cx="358" cy="300" r="13" fill="#f2c14e"/><circle cx="394" cy="330" r="13" fill="#4c9a6a"/><rect x="272" y="250" width="56" height="32" rx="10" fill="${dark}"/>`;
}

function gadget({ body, dark, light, brand, onBody, size, accent }: Ink): string {
  return `<rect x="186" y="130" width="236" height="340" rx="30" fill="${dark}"/><rect x="178" y="124" width="236" height="340" rx="30" fill="${body}"/><rect x="204" y="384" width="184" height="10" rx="5" fill="${light}"/><circle cx="376" cy="430" r="7" fill="${accent}"/>${word(brand, { x: 296, y: 230, width: 190, size: 38, fill: onBody })}${word(size, { x: 296, y: 320, width: 180, size: 52, fill: onBody, weight: 800 })}`;
}

function printer({ body, dark, light, brand, onBody, accent }: Ink): string {
  return `<rect x="190" y="110" width="220" height="140" fill="#fff" stroke="#d8d8d8"/><rect x="104" y="220" width="392" height="190" rx="24" fill="${body}"/><rect x="104" y="310" width="392" height="100" rx="24" fill="${dark}"/><rect x="170" y="350" width="260" height="110" fill="#fff" stroke="#d8d8d8"/><path d="M200 380h200M200 404h160M200 428h180" stroke="#c2c8d0" stroke-width="8"/><circle cx="452" cy="262" r="12" fill="${accent}"/><rect x="140" y="252" width="80" height="20" rx="10" fill="${light}"/>${word(brand, { x: 320, y: 274, width: 150, size: 26, fill: onBody })}`;
}

/** Silhouettes of electronics, by the picture word of the catalogue. */
export const DEVICES: Record<string, Draw> = {
  phone,
  watch,
  laptop,
  tablet,
  headphones,
  tv: screen('<path d="M180 392l-30 66h30l30-66zM420 392l30 66h-30l-30-66z" fill="#2a3340"/>'),
  monitor: screen(
    '<rect x="276" y="390" width="48" height="64" fill="DARK"/><rect x="206" y="448" width="188" height="16" rx="8" fill="BODY"/>',
  ),
  speaker,
  camera,
  console,
  gadget,
  printer,
};
