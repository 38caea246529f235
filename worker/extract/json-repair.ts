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
      return JSON.parse(candidate);
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
  const tidy = withoutTrailingCommas(escaped);
  yield tidy;
  if (/&(?:quot|#0?34|#x22);/i.test(core)) {
    yield withoutTrailingCommas(
      escapeControls(core.replace(/&(?:quot|#0?34|#x22);/gi, '"').replaceAll('&amp;', '&')),
    );
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

function withoutTrailingCommas(text: string): string {
  return withoutComments(text).replace(
    /("[^"\\]*(?:\\.[^"\\]*)*")|,\s*(?=[}\]])/g,
    (_, kept: string | undefined) => kept ?? '',
  );
}

/** Comments between values; an address in a string keeps its slashes. */
function withoutComments(text: string): string {
  if (!/\/[/*]/.test(text)) return text;
  return text.replace(
    /("[^"\\]*(?:\\.[^"\\]*)*")|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*/g,
    (_, kept: string | undefined) => kept ?? ' ',
  );
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
