/** A wall is a small page; a real shop page that mentions captcha in a script is not one. */
const WALL_LIMIT_CHARS = 60_000;
/** A shell prints a brand name or "Loading…", a page prints more. */
const SHELL_TEXT_CHARS = 60;
const WALL_MARKS =
  /pardon our interruption|access denied|you (?:have been|are) blocked|verify (?:that )?you(?:'re| are) (?:a )?human|are you a (?:robot|human)|checking your browser|just a moment\.\.\.|attention required|enable javascript and cookies|px-captcha|cf-challenge|challenge-platform|_incapsula_resource|captcha-delivery|ddos protection|unusual traffic|request unsuccessful|bot detection|security check|robot check|type the characters you see|sorry, we just need to make sure/i;
const CHALLENGE_SCRIPTS =
  /_Incapsula_Resource|px-captcha|captcha-delivery\.com|cf_chl_|challenges\.cloudflare\.com|awswaf|KPSDK|queue-it\.net|sec-if-cpt|ak_bmsc_challenge|distil_r_captcha|geo\.captcha/i;
const MISSING_MARKS =
  /^\W*404\b|\b404 (?:error|not found|page)|error 404|page (?:can(?:'|’)?t|cannot|could not) be found|\b(?:page|product|item) (?:was )?not found|\bnot found\b|product (?:is )?(?:no longer available|not available any ?more|does not exist)|no longer exists?\b|we can(?:'|’)?t find (?:the|that|this) page|^\W*oops\b/i;

/** True when the body is a bot wall, captcha or refusal instead of the shop's page: it never yields a price. */
export function isBlocked(body: string): boolean {
  if (body.length > WALL_LIMIT_CHARS) return false;
  return (
    CHALLENGE_SCRIPTS.test(body) ||
    WALL_MARKS.test(body.slice(0, 20_000).replace(/<script[\s\S]*?<\/script>/gi, ''))
  );
}

/** True when heading or title say that this page is a "not found" page served with status 200. */
export function isSoftMissing(names: readonly string[]): boolean {
  return names.some((name) => name.length < 120 && MISSING_MARKS.test(name));
}

/** True when a page is a frame that a script would have to fill: scripts, and next to nothing to read. */
export function isEmptyShell(body: string): boolean {
  if (!/<script\b/i.test(body)) return false;
  const frame = body
    .replace(/<(script|style|noscript|template|head|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<[^>]*>/g, '');
  return frame.replace(/\s+/g, ' ').trim().length < SHELL_TEXT_CHARS;
}
