/** An escape, a class, the start of a group or one character of a pattern, with its quantifier. */
const SIGN = /(\\.|\[(?:\\.|[^\]])*\]|\((?:\?(?::|<?[=!]))?|.)([?*+]|\{\d+(?:,\d*)?\})?/gs;
const LETTER = /^(?:[^\\[(.^$]|\\\W)$/;

/** Texts of which every match contains at least one; empty if no text is sure to occur. */
type Needles = readonly string[];

const shortest = (needles: Needles): number =>
  needles.length === 0 ? 0 : Math.min(...needles.map(({ length }) => length));

/**
 * Returns the longest needles of a pattern: ' liquid' for 'dish(?:wash)? liquid', both words for 'doona|duvet', none for '\d+'. A text without
 * any of them cannot match. Patterns must not have named groups.
 */
export function needlesOf(pattern: string): Needles {
  const signs = [...pattern.matchAll(SIGN)];
  let at = 0;

  /** The needles up to the end of a group or of the pattern. */
  function alternatives(): Needles {
    const each: Needles[] = [];
    do each.push(sequence());
    while (signs[at++]?.[1] === '|');
    return each.some((needles) => needles.length === 0) ? [] : each.flat();
  }

  function sequence(): Needles {
    const found: Needles[] = [[]];
    let run = '';
    while (at < signs.length && !/^[|)]$/.test(signs[at]?.[1] ?? '')) {
      const part = needlesOfPart();
      if (typeof part === 'string') run += part;
      else {
        found.push([run], part);
        run = '';
      }
    }
    return [...found, [run]].reduce((a, b) => (shortest(b) > shortest(a) ? b : a));
  }

  /** A letter as text, or the needles of a group; empty for any other sign and for an optional part. */
  function needlesOfPart(): string | Needles {
    const sign = signs[at++]?.[1] ?? '';
    const inside = sign.startsWith('(') ? alternatives() : [];
    if (signs[at - 1]?.[2] !== undefined || /^\(.*!$/.test(sign)) return [];
    return LETTER.test(sign) ? sign.slice(-1) : inside;
  }

  return alternatives();
}
