/* Each rule of extraction on the smallest page that shows it: the tables of tests/storefronts/rules, described in its README. */
import { describe, expect, test } from 'vitest';
import { readPage } from '../../tests/support/small-pages.ts';
import { storefrontTable } from '../../tests/support/storefront-pages.ts';

describe.each(['data', 'printed', 'lists', 'page'])('%s', (table) => {
  test.each(storefrontTable(`rules/${table}`).map(({ head, text }) => [head, text] as const))(
    '%s',
    (_rule, text) => {
      const [, url = '', expected = '', body = ''] = /^(\S+) (\{[^\n]*\})\n(.*)$/s.exec(text) ?? [];
      expect(readPage({ body, url, contentType: null })).toMatchObject(JSON.parse(expected));
    },
  );
});
