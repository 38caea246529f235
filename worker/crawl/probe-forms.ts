import type { KnownList } from '#db/queries/crawl/probes.ts';

/** Lists of one form that prove it. */
const LISTS_OF_A_FORM = 3;
/** Probes of a form that may give nothing: a base, and a share of its lists that show products. */
const VAIN_PROBES = { base: 1.5, perList: 0.5 };
/** Probes of other forms that may give nothing once a form is proven: a share of the known products, at least one. */
const VAIN_OF_OTHER_FORMS = 0.03;

interface Given {
  lists: number;
  vain: number;
}

/**
 * Returns the due probes that may wait, by what the shop's lists and probes of the same form gave. While no form is proven, all are judged
 * as one.
 */
export function needlessProbes(lists: readonly KnownList[], knownProducts: number): string[] {
  const known = new Set(lists.map(({ url }) => withoutSlash(url)));
  const folders = new Set([...known].map(folderOf));
  const all: Given = { lists: 0, vain: 0 };
  const forms = new Map<string, Given>();
  for (const { url, hasProducts } of lists) {
    // Menus name folders before what they hold.
    if (hasProducts === null || (!hasProducts && folders.has(withoutSlash(url)))) continue;
    const form = formOf(url, known);
    const record = forms.get(form) ?? { lists: 0, vain: 0 };
    // The home page is of no form.
    const isHome = url === `${new URL(url).origin}/`;
    for (const each of isHome ? [all] : [all, record]) each[hasProducts ? 'lists' : 'vain'] += 1;
    forms.set(form, record);
  }
  const due = lists.filter(({ isDueProbe }) => isDueProbe).map(({ url }) => url);
  const records = [...forms.values()];
  if (!records.some(({ lists }) => lists >= LISTS_OF_A_FORM))
    return all.lists > 0 && isSpent(all) ? due : [];
  const vain = records.reduce((sum, { lists, vain }) => sum + (lists === 0 ? vain : 0), 0);
  const isOtherSpent = vain >= Math.max(1, Math.floor(VAIN_OF_OTHER_FORMS * knownProducts));
  return due.filter((url) => {
    const record = forms.get(formOf(url, known));
    return record && record.lists > 0 ? isSpent(record) : isOtherSpent;
  });
}

const isSpent = ({ lists, vain }: Given): boolean =>
  vain > VAIN_PROBES.base + VAIN_PROBES.perList * lists;

/** What addresses of lists have in common: the folder above all that are lists themselves, and the names of parameters. */
function formOf(url: string, known: ReadonlySet<string>): string {
  let folder = folderOf(url);
  while (known.has(folder) && folder !== folderOf(folder)) folder = folderOf(folder);
  const names = new Set(new URL(url).searchParams.keys());
  return `${folder}?${[...names].toSorted().join('&')}`;
}

/** The address without its query and its last part. */
function folderOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/[^/]*\/?$/, '');
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '');
