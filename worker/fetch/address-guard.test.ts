import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import {
  assertPublicAddresses,
  guardUrl,
  isPublicAddress,
  MAX_URL_LENGTH,
} from './address-guard.ts';

const WEB_ONLY = { demoPort: null, allowedOrigins: [] };

const forbidden = expect.objectContaining({ reason: 'address-forbidden' });

describe('public addresses', () => {
  test.each(
    `
    1.1.1.1 8.8.8.8 13.236.8.1 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
    172.15.255.255 172.32.0.0 168.63.129.15 168.63.129.17 192.0.1.0 192.167.255.255 192.169.0.0
    198.17.255.255 198.20.0.0 223.255.255.255 2001:4860:4860::8888 2400:cb00::1
    2606:4700::6810:1 2a00:1450::200:5eff:7f00:1 3ffe::1
  `
      .trim()
      .split(/\s+/),
  )('%s may be visited', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '1.2.3.256', '::g', '8.8.8.8 '])(
    '%s is not an address',
    (text) => {
      // ipaddr.js accepts short and octal forms; none may pass as another address.
      if (isPublicAddress(text)) expect(ipaddr.parse(text).range()).toBe('unicast');
      else expect(isPublicAddress(text)).toBe(false);
    },
  );

  const PRIVATE_BLOCKS: [string, number][] = [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ];

  test('refuses private addresses in every embedding', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PRIVATE_BLOCKS), fc.integer({ min: 0 }), (block, random) => {
        const four = inBlock(block, random);
        const [a = 0, b = 0, c = 0, d = 0] = four;
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        const carriers = [
          four.join('.'),
          `::ffff:${high}:${low}`,
          `::${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
          `2a00:1450::5efe:${high}:${low}`,
        ];
        for (const carrier of carriers) expect(isPublicAddress(carrier), carrier).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  test('refuses IPv6 addresses outside 2000::/3', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const address = groups.map((part) => part.toString(16)).join(':');
        if ((groups[0] ?? 0) >> 13 !== 1) expect(isPublicAddress(address)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  test('reports a name without an address as a network fault', () => {
    expect(() => assertPublicAddresses('x', [])).toThrow(
      expect.objectContaining({ reason: 'network', message: 'x has no address' }),
    );
  });

  test('refuses ISATAP addresses but not other interface ids with 5efe', () => {
    expect(isPublicAddress('2a00:1450::5efe:102:304')).toBe(false);
    expect(isPublicAddress('2a00:1450::200:5efe:102:304')).toBe(false);
    expect(isPublicAddress('2a00:1450:0:0:1:5efe:102:304')).toBe(true);
    expect(isPublicAddress('2a00:1450:0:0:300:5efe:102:304')).toBe(true);
  });
});

describe('URLs', () => {
  test.each([
    ['https://www.shop.com.au/p/1', 'https://www.shop.com.au/p/1'],
    ['http://shop.com.au', 'http://shop.com.au/'],
    ['https://shop.com.au:443/', 'https://shop.com.au/'],
    ['http://shop.com.au:443/', 'http://shop.com.au:443/'],
    ['https://shop.com.au:80/', 'https://shop.com.au:80/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1]/', 'https://[2606:4700::1]/'],
    ['https://shop.com.au/a#price', 'https://shop.com.au/a'],
    ['https://shop.com.au./a', 'https://shop.com.au./a'],
    ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
    ['https://shop.com.au/?next=http://127.0.0.1/', 'https://shop.com.au/?next=http://127.0.0.1/'],
  ])('%s may be visited', (text, canonical) => {
    expect(guardUrl(text, WEB_ONLY)).toMatchObject({ url: { href: canonical }, route: 'public' });
  });

  test('accepts the longest URL and refuses one more character, quoting its beginning', () => {
    const longest = 'https://shop.com.au/'.padEnd(MAX_URL_LENGTH, 'a');
    expect(guardUrl(longest, WEB_ONLY).route).toBe('public');
    expect(() => guardUrl(`${longest}a`, WEB_ONLY)).toThrow(
      `${longest.slice(0, 80)}… is not visited: the URL is too long`,
    );
  });

  test.each([
    ['shop.com.au', 'shop.com.au is not visited: it is not an absolute URL'],
    ['ftp://shop.com.au/', 'ftp://shop.com.au/ is not visited: ftp: is not http or https'],
    ['http://a@shop.com.au/', 'http://a@shop.com.au/ is not visited: it carries credentials'],
    ['http://shop.com.au:22/', 'http://shop.com.au:22/ is not visited: port 22 is not a web port'],
    ['http://printer.local/', 'printer.local is not visited: the name is not a public one'],
    ['http://10.0.0.1/', '10.0.0.1 is not visited: 10.0.0.1 is not a public address'],
  ])('says why %s is refused', (url, message) => {
    expect(() => guardUrl(url, WEB_ONLY)).toThrow(message);
  });

  test('accepts other ports only if they are allowed', () => {
    const url = 'https://shop.com.au:8443/';
    expect(() => guardUrl(url, WEB_ONLY)).toThrow(forbidden);
    expect(guardUrl(url, { ...WEB_ONLY, allowedPorts: [8443] }).route).toBe('public');
  });

  test('matches an allowed origin exactly', () => {
    const policy = { demoPort: null, allowedOrigins: ['http://127.0.0.1:5555'] };
    expect(guardUrl('http://127.0.0.1:5555/a', policy).route).toBe('allowed-origin');
    expect(guardUrl('http://0x7f.1:5555/a', policy).route).toBe('allowed-origin');
    for (const url of [
      'https://127.0.0.1:5555/',
      'http://127.0.0.1:5556/',
      'http://127.0.0.1:55555/',
      'http://127.0.0.1/',
      'http://127.0.0.2:5555/',
      'http://localhost:5555/',
      'http://user@127.0.0.1:5555/',
    ]) {
      expect(() => guardUrl(url, policy), url).toThrow(forbidden);
    }
  });

  test('accepts or refuses any text without another error', () => {
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc
        .tuple(fc.constantFrom('http://', 'https://', 'ftp://', '//'), fc.string())
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (url) => {
        try {
          const { url: judged } = guardUrl(url, WEB_ONLY);
          expect(judged.protocol).toMatch(/^https?:$/);
          expect(judged.username + judged.password + judged.hash).toBe('');
        } catch (error) {
          expect(error).toEqual(forbidden);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

function inBlock([base, bits]: [string, number], random: number): number[] {
  const mask = bits === 0 ? 0 : (~0 << (32 - bits)) >>> 0;
  const start = ipaddr.IPv4.parse(base).octets.reduce((value, octet) => value * 256 + octet, 0);
  const value = ((start & mask) | (random & ~mask)) >>> 0;
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
