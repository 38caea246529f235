const SHAPES: Record<string, string> = {
  bambino:
    '<rect x="50" y="60" width="100" height="90" rx="8"/><rect x="84" y="110" width="32" height="30" fill="#fff"/>',
  dedica:
    '<rect x="70" y="50" width="60" height="110" rx="8"/><rect x="86" y="118" width="28" height="28" fill="#fff"/>',
  iphone:
    '<rect x="66" y="30" width="68" height="140" rx="12"/><rect x="72" y="42" width="56" height="112" fill="#fff"/>',
  kayano: '<path d="M30 130q40 0 60-50l30 20q40 20 50 40v20H30Z"/>',
};

const ANY = '<rect x="50" y="50" width="100" height="100" rx="12"/>';

/** A simple SVG of the product that the picture's address names; a box where it names none. */
export function drawPicture(url: string): string {
  const [, kind = ''] = /test-pictures\/([a-z]+)/.exec(url) ?? [];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200"><rect width="200" height="200" fill="#f4f1ea"/><g fill="#56606e">${SHAPES[kind] ?? ANY}</g></svg>`;
}
