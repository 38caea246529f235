/* robots.txt by RFC 9309: parsed once, and matched at a cost that grows with the path and the wildcard rules only. */

/** The records of a robots.txt that concern one crawler. */
export interface RobotsRules {
  /** Seconds as stated; NaN if unreadable, null without a Crawl-delay. */
  crawlDelaySeconds: number | null;
  sitemaps: string[];
  allows(pathAndQuery: string): boolean;
}

type Rule = { pattern: string; allow: boolean };
type Group = { agents: string[]; rules: Rule[]; crawlDelaySeconds: number | null };

/** Maximum steps to match one path: a file whose wildcards would block the event loop denies everything. */
const MAX_MATCH_STEPS = 20_000_000;

/**
 * Reads a robots.txt for the crawler named `token` (§2.2.1). Only Allow and Disallow end a group's user-agent lines; other and unknown
 * records do not (§2.2.4). Groups of one crawler are one; without its own it follows `*`. Never throws.
 */
export function parseRobotsRules(text: string, token: string): RobotsRules {
  const records = recordsOf(text);
  const groups: Group[] = [];
  let isNaming = false;
  for (const { record, value } of records) {
    if (record === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], crawlDelaySeconds: null });
      isNaming = true;
    } else if (isRule(record)) isNaming = false;
    const group = groups.at(-1);
    if (group) addRecord(group, record, value);
  }
  const own = groups.filter(({ agents }) => agents.includes(token.toLowerCase()));
  const followed = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const delays = followed.flatMap(({ crawlDelaySeconds: delay }) => delay ?? []);
  return {
    crawlDelaySeconds: delays[0] ?? null,
    sitemaps: records.filter(({ record }) => record === 'sitemap').map(({ value }) => value),
    allows: matcherOf(followed.flatMap(({ rules }) => rules)),
  };
}

const isRule = (record: string) => record === 'allow' || record === 'disallow';

function addRecord(group: Group, record: string, value: string): void {
  // A version or comment behind the token is no part of it.
  if (record === 'user-agent') group.agents.push(value.toLowerCase().split(/[\s/]/)[0] ?? '');
  else if (record === 'crawl-delay') group.crawlDelaySeconds ??= Number(value);
  else if (isRule(record) && value !== '')
    group.rules.push({ pattern: value, allow: record === 'allow' });
}

function recordsOf(text: string): { record: string; value: string }[] {
  return text.split(/[\r\n]+/).map((line) => {
    const [, record = '', value = ''] = /^([^:#]+):([^#]*)/.exec(line) ?? [];
    return { record: record.trim().toLowerCase(), value: value.trim() };
  });
}

/** The longest matching rule decides, and Allow among equals (§2.2.2). Plain rules are looked up, wildcard rules tried in turn. */
function matcherOf(rules: readonly Rule[]): RobotsRules['allows'] {
  const plain = new Map<string, boolean>();
  const wild: (Rule & { isEnd: boolean; parts: string[] })[] = [];
  for (const { pattern: stated, allow } of rules) {
    const isEnd = stated.endsWith('$');
    const pattern = normalised(isEnd ? stated.slice(0, -1) : stated).replaceAll('$', '%24');
    if (isEnd || pattern.includes('*')) {
      wild.push({
        pattern: isEnd ? `${pattern}$` : pattern,
        allow,
        isEnd,
        parts: pattern.split('*'),
      });
    } else plain.set(pattern, allow || plain.get(pattern) === true);
  }
  const lengths = [...new Set([...plain.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  wild.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
  const steps = wild.reduce((sum, { pattern }) => sum + pattern.length, 0);
  return (pathAndQuery) => {
    if (steps * pathAndQuery.length >= MAX_MATCH_STEPS) return false;
    const path = normalised(pathAndQuery).replaceAll('*', '%2A').replaceAll('$', '%24');
    const length =
      lengths.find((each) => each <= path.length && plain.has(path.slice(0, each))) ?? -1;
    const plainAllows = plain.get(path.slice(0, Math.max(length, 0))) ?? true;
    const first = wild.find((rule) => rule.pattern.length < length || matches(rule, path));
    if (!first || first.pattern.length < length) return plainAllows;
    return first.allow || (first.pattern.length === length && plainAllows);
  };
}

/** Finds each part behind the one before: the leftmost place leaves the most for the rest, so no step is taken back. */
function matches({ parts, isEnd }: { parts: string[]; isEnd: boolean }, path: string): boolean {
  const [start = '', ...later] = parts;
  if (!path.startsWith(start)) return false;
  const last = isEnd ? later.pop() : undefined;
  let at = start.length;
  for (const part of later) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isEnd) return true;
  return last === undefined
    ? at === path.length
    : path.length - last.length >= at && path.endsWith(last);
}

/** One spelling for rules and paths: escapes in upper case, other characters escaped, unreserved ones not (§2.2.2). */
function normalised(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\w\-.~!*'();:@&=+$,/?#[\]%]+/g, encodeURIComponent)
    .replace(/%[\da-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[\w\-.~]/.test(character) ? character : octet.toUpperCase();
    });
}
