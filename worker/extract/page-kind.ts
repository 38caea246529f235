/** A wall is a small page; a real shop page that mentions captcha in a script is not one. */
const WALL_LIMIT_CHARS = 60_000;
/** A wall explains itself in a few sentences. */
const WALL_TEXT_CHARS = 2_000;
/** A shell prints a brand name or "Loading…", a page prints more. */
const SHELL_TEXT_CHARS = 60;
const WALL_MARKS =
  /pardon our interruption|access denied|you (?:have been|are) blocked|verify (?:that )?you(?:'re| are) (?:a )?human|are you a (?:robot|human)|checking your browser|just a moment\.\.\.|attention required|enable javascript and cookies|px-captcha|cf-challenge|challenge-platform|_incapsula_resource|captcha-delivery|ddos protection|unusual traffic|request unsuccessful|bot detection|security check|robot check|type the characters you see|sorry, we just need to make sure/i;
const CHALLENGE_SCRIPTS =
  /_Incapsula_Resource|px-captcha|captcha-delivery\.com|cf_chl_|challenges\.cloudflare\.com|awswaf|KPSDK|queue-it\.net|sec-if-cpt|ak_bmsc_challenge|distil_r_captcha|geo\.captcha/i;
const MISSING_MARKS =
  /^\W*404\b|\b404 (?:error|not found|page)|error 404|page (?:(?:that )?you\W?(?:re| are| were|ve)? ?(?:have )?(?:requested|looking for|after) )?(?:can(?:'|’)?t|cannot|could not|could ?n(?:'|’)t) be found|\b(?:page|product|item) (?:was )?not found|\bnot found\b|product (?:is )?(?:no longer available|not available any ?more|does not exist)|no longer exists?\b|we can(?:'|’)?t find (?:the|that|this) page|^\W*oops\b/i;

/**
 * True when the body is a bot wall, captcha or refusal instead of the shop's page: it never yields a price. The scripts
 * of bot guards stand on real pages too, so they count only where there is little else to read.
 */
export function isBlocked(body: string): boolean {
  if (body.length > WALL_LIMIT_CHARS) return false;
  if (!CHALLENGE_SCRIPTS.test(body) && !WALL_MARKS.test(body)) return false;
  const text = printedText(body);
  return (
    text.length < WALL_TEXT_CHARS &&
    (CHALLENGE_SCRIPTS.test(body) || WALL_MARKS.test(text) || WALL_MARKS.test(titleOf(body)))
  );
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
  return frame
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True when heading or title say that this page is a "not found" page served with status 200. */
export function isSoftMissing(names: readonly string[]): boolean {
  return names.some((name) => name.length < 120 && MISSING_MARKS.test(name));
}

/** True when a page is a frame that a script would have to fill: scripts, and next to nothing to read. */
export function isEmptyShell(body: string): boolean {
  if (!/<script\b/i.test(body)) return false;
  return printedText(body).length < SHELL_TEXT_CHARS;
}
