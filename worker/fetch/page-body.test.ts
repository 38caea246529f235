import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyText } from './page-body.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test.each<[string, Buffer, string | null, string]>([
  ['plain UTF-8', Buffer.from('Café'), 'utf-8', 'Café'],
  ['no label', Buffer.from('Café'), null, 'Café'],
  ['a UTF-8 mark is not part of the text', Buffer.from('\ufeffCafé'), 'windows-1252', 'Café'],
  ['a UTF-16 mark wins over the header', Buffer.from('\ufeffCafé', 'utf16le'), 'utf-8', 'Café'],
  ['UTF-16 by header', Buffer.from('Café', 'utf16le'), 'utf-16le', 'Café'],
  ['windows-1252 by header', latin1('Caf\xe9 \x80'), 'windows-1252', 'Café €'],
  ['latin-1 means windows-1252', latin1('\x80'), 'iso-8859-1', '€'],
  ['by meta', latin1('<meta charset=windows-1252>\xe9'), null, '<meta charset=windows-1252>é'],
  [
    'by http-equiv',
    latin1('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">\xe9'),
    null,
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">é',
  ],
  [
    'by XML declaration',
    latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>'),
    null,
    '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
  ],
  ['UTF-8 that is called latin-1', Buffer.from('Café'), 'iso-8859-1', 'Café'],
  ['an unknown label', Buffer.from('Café'), 'klingon', 'Café'],
  ['UTF-7 is not spoken', Buffer.from('+ADw-script+AD4-'), 'utf-7', '+ADw-script+AD4-'],
  ['bad UTF-8 survives', Buffer.from([0x24, 0x35, 0xff, 0x39]), 'utf-8', '$5\ufffd9'],
  ['nothing', Buffer.alloc(0), null, ''],
])('%s', (_what, bytes, header, text) => {
  expect(bodyText({ bytes, charset: header })).toBe(text);
});

test('ignores a declaration past the first 1,024 bytes', () => {
  const page = latin1(`${' '.repeat(1024)}<meta charset="windows-1252">\xe9`);
  expect(bodyText({ bytes: page, charset: null })).toContain('\ufffd');
});

test('decodes any bytes under any label', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.option(fc.string()), (bytes, label) => {
      expect(typeof bodyText({ bytes, charset: label })).toBe('string');
    }),
    { numRuns: 2_000 },
  );
});
