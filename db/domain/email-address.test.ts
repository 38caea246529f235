import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { EMAIL_MAX, isEmailAddress } from './email-address.ts';

const onTheServer = z.email().max(EMAIL_MAX);

const SAMPLES = {
  true: ['kylie@example.com', "k.o'hara+deals@mail.example.com.au", '_k-1@x-y.co', 'K@1.ORG'],
  false: [
    '',
    'kylie',
    'kylie@',
    '@example.com',
    'kylie@example',
    'kylie@example.c',
    '.kylie@example.com',
    'ky..lie@example.com',
    'kylie.@example.com',
    'ky lie@example.com',
    ' kylie@example.com',
    'kylie@-example.com',
    'kylie@exa_mple.com',
    `${'k'.repeat(EMAIL_MAX)}@example.com`,
  ],
};

describe.each(Object.entries(SAMPLES))('an address: %s', (expected, texts) => {
  test.each(texts)('“%s”, for the server too', (text) => {
    expect(String(isEmailAddress(text))).toBe(expected);
    expect(String(onTheServer.safeParse(text).success)).toBe(expected);
  });
});
