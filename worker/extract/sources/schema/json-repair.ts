import { endOfString, parseJson } from '#domain/text/parse-json.ts';

/**
 * Parses JSON that a shop's template broke: comments and CDATA around it, HTML entities for quotes, raw control
 * characters in strings, comments, trailing commas, a dangling bracket. Undefined when it is none of these.
 */
export function repairJson(raw: string): unknown {
  const text = raw.replace(/<!\[CDATA\[|\]\]>/g, '');
  const start = text.search(/[[{]/);
  if (start === -1) return undefined;
  // Anything but comment marks or a BOM before the first bracket means a block that is not what it claims to be.
  const head = text.slice(0, start).replace(/\/\*|\*\/|\/\/|<!--|\s|\ufeff|;/g, '');
  if (head !== '') return undefined;
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const core = text.slice(start, end + 1);
  for (const candidate of repairs(core)) {
    try {
      return parseJson(candidate);
    } catch {
      // The next, deeper repair is tried.
    }
  }
  return undefined;
}

function* repairs(core: string): Generator<string> {
  yield core;
  const escaped = escapeControls(core);
  yield escaped;
  const tidy = withoutTrailingCommas(withoutComments(escaped));
  yield tidy;
  if (/&(?:quot|#0?34|#x22);/i.test(core)) {
    const decoded = core.replace(/&(?:quot|#0?34|#x22);/gi, '"').replaceAll('&amp;', '&');
    yield withoutTrailingCommas(withoutComments(escapeControls(decoded)));
  }
  yield tidy.replace(/\\(?!["\\/bfnrtu])/g, '\\\\');
  const balanced = firstBalanced(tidy);
  if (balanced) yield balanced;
}

/** Escapes line breaks, tabs and other control characters that stand raw inside strings. */
function escapeControls(text: string): string {
  let inString = false;
  let result = '';
  let copied = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c && inString) index += 1;
    else if (code === 0x22) inString = !inString;
    else if (code < 0x20 && inString) {
      result += `${text.slice(copied, index)}\\u${code.toString(16).padStart(4, '0')}`;
      copied = index + 1;
    }
  }
  return result + text.slice(copied);
}

/*
 * By hand, not by one pattern for strings and what lies between them: on two megabytes with an unclosed quote such a pattern
 * overflows V8's own stack and ends the process.
 */

/** Commas before a closing bracket are left out. */
function withoutTrailingCommas(text: string): string {
  return outsideStrings(text, ',', (at) => {
    let next = at + 1;
    while (isSpace(text.charCodeAt(next))) next += 1;
    return text[next] === '}' || text[next] === ']' ? at + 1 : at;
  });
}

/** Comments between values are left out; an address in a string keeps its slashes. */
function withoutComments(text: string): string {
  const endOf = { '/*': endFinder(text, '*/'), '//': endFinder(text, '\n') };
  return outsideStrings(text, '/', (at) => {
    const opening = text.slice(at, at + 2);
    return opening === '/*' || opening === '//' ? (endOf[opening](at + 2) ?? at) : at;
  });
}

/** Finds where `closing` ends behind a place, null from the first place on that has none: none later has one either. */
function endFinder(text: string, closing: string): (from: number) => number | null {
  let isOver = false;
  return (from) => {
    const end = isOver ? -1 : text.indexOf(closing, from);
    isOver ||= end === -1;
    return isOver ? null : end + closing.length;
  };
}

/** The text without what `endOfCut` gives for each `mark` outside strings: the end of what to leave out, or the mark's own place. */
function outsideStrings(text: string, mark: string, endOfCut: (at: number) => number): string {
  let kept = '';
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      if (end === -1) break;
      at = end;
    } else if (char === mark) {
      const end = endOfCut(at);
      if (end === at) continue;
      kept += text.slice(copied, at);
      copied = end;
      at = end - 1;
    }
  }
  return kept + text.slice(copied);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** The text up to where its first bracket closes: a second object or stray brackets after it are dropped. */
function firstBalanced(text: string): string | null {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return text.slice(0, index + 1);
    }
  }
  return null;
}
