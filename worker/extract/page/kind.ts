import { SOLD_OUT } from '#domain/offers/stock-text.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import {
  CHALLENGE_CODE,
  GATE_TEXT,
  GUARD_CODE,
  isBuyButton,
  REFUSED_ANSWER,
  WALL_TEXT,
} from '../words/words.ts';

/** Bot walls are small pages; larger shop pages may mention captchas in their scripts. */
export const WALL_LIMIT_BYTES = 60_000;
/** Bot walls print a few sentences at most. */
const WALL_TEXT_CHARS = 2_000;
/** A bot guard's tags count only on pages that print less than this, since shops' own pages carry them too. */
const GUARDED_TEXT_CHARS = 200;
/** Longer JSON answers are catalogues, not refusals. */
const ANSWER_LIMIT_CHARS = 4_000;
/** Gates (age, region, password) print less than walls. */
const GATE_TEXT_CHARS = 500;
/** Walls state no price. Amounts in the shop's header or footer do not count. */
const MONEY = /[$€£¥]\s?\d|\d\s?€/g;
/** This many prices make a list, whatever the title says: "You are in line: queue barriers". */
const LISTED_AMOUNTS = 3;
const STATED_PRICE = /"price"\s*:\s*"?\d|itemprop=["']?price|price:amount/i;
/** Empty shells print no more than a brand name or "Loading…". */
const SHELL_TEXT_CHARS = 60;
const LOADING_TEXT_CHARS = 200;
const LOADING = /\bloading\b|please wait|enable javascript/i;
const CANNOT = "(?:can['’]?t|cannot|could ?n['’]?t|could not)";
const MISSING = new RegExp(
  [
    '^\\W*404\\b|\\b404 (?:error|page)|error 404|\\bnot found\\b|no longer exists?\\b|^\\W*oops\\b',
    `\\b(?:page|product|item) (?:that )?(?:you|we)\\b.{0,40}\\b(?:moved|removed|deleted|expired|discontinued|no longer|${CANNOT} (?:be found|find))`,
    `\\bpage ${CANNOT} be found|we ${CANNOT} find (?:the|that|this) (?:page|product|item)`,
    '(?:product|item) (?:is )?(?:no longer available|not available any ?more|does not exist)',
    `^\\W*(?:we['’]re )?sorry\\b.{0,12}${CANNOT} find (?:that|this|it|what)\\b`,
  ].join('|'),
  'i',
);

/**
 * True when the body is a bot wall, captcha, refusal, queue or closed shop instead of the shop's page. Real pages carry
 * the tags of bot guards too, so those count only where the page prints little else.
 */
export function isBlocked(body: string): boolean {
  // Fast exit for most pages.
  if (body.length > WALL_LIMIT_BYTES || Buffer.byteLength(body) > WALL_LIMIT_BYTES) return false;
  const isChallenge = CHALLENGE_CODE.test(body);
  // Most small shop pages exit here, before the tags are stripped.
  if (!isChallenge && (STATED_PRICE.test(body) || sells(body))) return false;
  const text = printedText(body);
  if (text.length >= WALL_TEXT_CHARS) return false;
  if (isChallenge) return true;
  const content = printedText(body, `${UNPRINTED}|header|footer|nav`);
  const amounts = content.match(MONEY)?.length ?? 0;
  const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '';
  if (amounts < LISTED_AMOUNTS && WALL_TEXT.test(title)) return true;
  if (amounts > 0) return false;
  if (WALL_TEXT.test(text)) return true;
  if (text.length < GATE_TEXT_CHARS && GATE_TEXT.test(text)) return true;
  return text.length < GUARDED_TEXT_CHARS && GUARD_CODE.test(body);
}

const CONTROL = /<(?:button|a|input)\b([^<>]*)>([^<>]*)/gi;

/** True when the page has a buy or "sold out" button, which no wall has. */
function sells(body: string): boolean {
  return [...body.matchAll(CONTROL)].some(([, attributes = '', text = '']) => {
    const value = /\bvalue=["']([^"']*)/i.exec(attributes)?.[1] ?? '';
    return isBuyButton(text || value, '') || SOLD_OUT.test(text);
  });
}

/** True when a JSON answer refuses the request. */
export function isRefusedAnswer(body: string): boolean {
  return body.length <= ANSWER_LIMIT_CHARS && REFUSED_ANSWER.test(body);
}

const UNPRINTED = 'script|style|noscript|template|head|svg';

/** Returns the body's approximate visible text: without tags, and without scripts, styles and other elements. */
function printedText(body: string, without = UNPRINTED): string {
  const elements = new RegExp(`<(${without})\\b[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi');
  return foldSpaces(body.replace(elements, '').replace(/<[^<>]*>/g, ' ')).trim();
}

/** True when one of the texts, such as the title of a page with status 200, says "not found". */
export function isSoftMissing(names: readonly string[]): boolean {
  return names.some((name) => name.length < 160 && MISSING.test(name));
}

/** True when the page is an empty shell that scripts would have to fill; a page that states a price is none, though it cannot be read. */
export function isEmptyShell(body: string): boolean {
  // Data in a script element draws nothing.
  if (!/<script\b(?![^>]*\bjson\b)/i.test(body) || STATED_PRICE.test(body)) return false;
  const text = printedText(body);
  return text.length < SHELL_TEXT_CHARS || (text.length < LOADING_TEXT_CHARS && LOADING.test(text));
}
