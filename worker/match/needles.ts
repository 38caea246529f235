/** An escape, a class, the start of a group or one character of a pattern, with its quantifier. */
const SIGN = /(\\.|\[(?:\\.|[^\]])*\]|\((?:\?(?::|<?[=!]))?|.)([?*+]|\{\d+(?:,\d*)?\})?/gs;
const LETTER = /^(?:[^\\[(.^$]|\\\W)$/;

/** Texts of which one must occur; none where nothing must. */
type Needles = readonly string[];

const shortest = (needles: Needles): number =>
  needles.length === 0 ? 0 : Math.min(...needles.map(({ length }) => length));

/**
 * Texts of which each match of a pattern contains one, as long as possible: 'dish(?:wash)? liquid' has ' liquid', 'doona|duvet' both words,
 * '\d+' none. A pattern need not be tried on a text without its needles. Patterns may not have named groups.
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

  /** A letter as text; the needles of a group, which follow no letter; none of another sign or of a part that may be left out. */
  function needlesOfPart(): string | Needles {
    const sign = signs[at++]?.[1] ?? '';
    const inside = sign.startsWith('(') ? alternatives() : [];
    if (signs[at - 1]?.[2] !== undefined || /^\(.*!$/.test(sign)) return [];
    return LETTER.test(sign) ? sign.slice(-1) : inside;
  }

  return alternatives();
}
