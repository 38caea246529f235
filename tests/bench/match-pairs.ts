import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Goods } from '#worker/match/product-text.ts';

/** A labelled pair of the public research sets. `set` is the set's name, `part` its file's part. */
export interface LabelledPair {
  set: string;
  part: 'train' | 'valid';
  left: Goods;
  right: Goods;
  same: boolean;
}

/** All pairs in `<set>_<part>.csv.gz` of a folder. */
export function readPairs(folder: string): LabelledPair[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.csv.gz'))
    .sort()
    .flatMap((file) => {
      const [set = file, part = ''] = file.replace(/(?:-small)?\.csv\.gz$/, '').split('_');
      return readCsv(gunzipSync(readFileSync(join(folder, file))).toString('utf8')).map((row) => ({
        set,
        part: part.startsWith('valid') ? ('valid' as const) : ('train' as const),
        left: sideOf(row, 'left'),
        right: sideOf(row, 'right'),
        same: row.get('label') === '1',
      }));
    });
}

function sideOf(row: ReadonlyMap<string, string>, side: 'left' | 'right'): Goods {
  const cell = (...names: string[]) => {
    const text = names
      .map((name) => row.get(`${side}_${name}`))
      .find((value) => value !== undefined);
    return text?.replace(/ ?COL \w+ VAL.*$/, '').trim() || null;
  };
  const price = Number(cell('price'));
  return {
    name: cell('name', 'title') ?? '',
    brand: cell('brand', 'manufacturer'),
    model: cell('modelno'),
    description: cell('description'),
    category: cell('category'),
    price: price > 0 ? price : null,
    quantity: Number(cell('qty_kg_l_or_count')) || null,
  };
}

/** RFC 4180 rows by column name. */
export function readCsv(text: string): Map<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end !== ',' && end !== '') rows.push([]);
    if (end === '') break;
  }
  const [header = [], ...body] = rows.filter((row) => row.length > 1);
  return body.map((row) => new Map(header.map((name, index) => [name, row[index] ?? ''])));
}
