import { foldSpaces } from '#domain/text/fold-spaces.ts';
import {
  CHALLENGE_CODE,
  GATE_TEXT,
  GUARD_CODE,
  isBuyButton,
  REFUSED_ANSWER,
  WALL_TEXT,
} from '../words/words.ts';

/** A wall is a small page; a real shop page that mentions captcha in a script is not one. */
export const WALL_LIMIT_BYTES = 60_000;
/** A wall explains itself in a few sentences. */
const WALL_TEXT_CHARS = 2_000;
/** Where a guard watches the shop's own pages, only one that prints next to nothing is its challenge. */
const GUARDED_TEXT_CHARS = 200;
/** A refusal to a script is an object with a message, not a catalogue. */
const ANSWER_LIMIT_CHARS = 4_000;
/** A gate says less. */
const GATE_TEXT_CHARS = 500;
/** No wall states a price; what is printed in the shop's frame around its words is none. */
const MONEY = /[$€£¥]\s?\d|\d\s?€/g;
/** So many are a list, whatever its title says: "You are in line: queue barriers". */
const LISTED_AMOUNTS = 3;
const STATED_PRICE = /"price"\s*:\s*"?\d|itemprop=["']?price|price:amount/i;
/** Nor does it sell anything, as a page with a captcha in its forms may. */
const SELLS =
  /<(?:button|input)\b[^<>]{0,300}(?<![a-z])add[-_ ]?to[-_ ]?(?:cart|basket|bag|trolley)(?![a-z])/i;
/** A shell prints a brand name or "Loading…", a page prints more. */
const SHELL_TEXT_CHARS = 60;
/** So much where it says that it is loading. */
const LOADING_TEXT_CHARS = 200;
const LOADING = /\bloading\b|please wait|enable javascript/i;
const MISSING_MARKS =
  /^\W*404\b|\b404 (?:error|not found|page)|error 404|page (?:(?:that )?you\W?(?:re| are| were|ve)? ?(?:have )?(?:requested|looking for|after) )?(?:can(?:'|’)?t|cannot|could not|could ?n(?:'|’)t) be found|\b(?:page|product|item) (?:was )?not found|\bnot found\b|(?:product|item) (?:is )?(?:no longer available|not available any ?more|does not exist)|no longer exists?\b|we (?:can(?:'|’)?t|cannot|could ?n(?:'|’)t|could not) find (?:the|that|this) (?:page|product|item)|^\W*oops\b|^\W*(?:we(?:'|’)re )?sorry\b.{0,12}(?:can(?:'|’)t|cannot|could ?n(?:'|’)t) find (?:that|this|it|what)\b/i;

/**
 * True when the body is a bot wall, captcha, refusal, queue or closed shop instead of the shop's page: it never yields a
 * price. What guards leave in the code stands on real pages too, so it counts only where there is little else to read.
 */
export function isBlocked(body: string): boolean {
  // Most are, and no text has fewer bytes than characters.
  if (body.length > WALL_LIMIT_BYTES || Buffer.byteLength(body) > WALL_LIMIT_BYTES) return false;
  const isChallenge = CHALLENGE_CODE.test(body);
  // Most of a shop's small pages end here, before their tags are taken out.
  if (!isChallenge && (STATED_PRICE.test(body) || sells(body))) return false;
  const text = printedText(body);
  if (text.length >= WALL_TEXT_CHARS) return false;
  if (isChallenge) return true;
  const amounts = printedText(body.replace(FRAME, '')).match(MONEY)?.length ?? 0;
  if (amounts < LISTED_AMOUNTS && WALL_TEXT.test(titleOf(body))) return true;
  if (amounts > 0) return false;
  if (WALL_TEXT.test(text)) return true;
  if (text.length < GATE_TEXT_CHARS && GATE_TEXT.test(text)) return true;
  return text.length < GUARDED_TEXT_CHARS && GUARD_CODE.test(body);
}

const CONTROL = /<(?:button|a|input)\b([^<>]*)>([^<>]*)/gi;

/** True where a button buys, or says "sold out" instead: no wall has one. */
function sells(body: string): boolean {
  if (SELLS.test(body)) return true;
  return [...body.matchAll(CONTROL)].some(([, attributes = '', text = '']) => {
    const value = /\bvalue=["']([^"']*)/i.exec(attributes)?.[1] ?? '';
    return isBuyButton(text || value, '') || /^\W*(?:sold out|out of stock)/i.test(text);
  });
}

const FRAME = /<(header|footer|nav)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;

/** True when a JSON answer refuses the request instead of answering it. */
export function isRefusedAnswer(body: string): boolean {
  return body.length <= ANSWER_LIMIT_CHARS && REFUSED_ANSWER.test(body);
}

function titleOf(body: string): string {
  return /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '';
}

/** What the body prints, roughly: without scripts, styles and tags. */
function printedText(body: string): string {
  const frame = body.replace(
    /<(script|style|noscript|template|head|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi,
    '',
  );
  return foldSpaces(frame.replace(/<[^<>]*>/g, ' ')).trim();
}

/** True when heading or title say that this page is a "not found" page served with status 200. */
export function isSoftMissing(names: readonly string[]): boolean {
  return names.some((name) => name.length < 120 && MISSING_MARKS.test(name));
}

/** True when a page is a frame that a script would have to fill: scripts, and next to nothing to read. */
export function isEmptyShell(body: string): boolean {
  if (!/<script\b/i.test(body)) return false;
  const text = printedText(body);
  return text.length < SHELL_TEXT_CHARS || (text.length < LOADING_TEXT_CHARS && LOADING.test(text));
}
