import { parseJson } from '#domain/text/parse-json.ts';
import { type FeedRow, faultyRow, fieldName, setField } from './feed-row.ts';
import { JsonObjects } from './json-objects.ts';

const DEEPEST = 4;
const MAX_VARIANTS = 500;

/**
 * The rows of a JSON feed, read as a stream: an array of products, an object that holds one ({"products": [ … ]}), or
 * JSON lines. A product with `variants` gives a row for each of them, with the product's fields behind its own.
 */
export async function* readJsonRows(
  chunks: AsyncIterable<string>,
  isLines: boolean,
): AsyncGenerator<FeedRow> {
  const objects = new JsonObjects(isLines);
  let row = 0;
  for await (const chunk of chunks) {
    for (const text of objects.read(chunk)) {
      row += 1;
      yield* text === null ? [{ row, fault: 'row-too-large' as const }] : rowsOf(row, text);
    }
  }
  if (objects.isCutShort) yield { row: row + 1, fault: 'row-cut-short' };
}

function* rowsOf(row: number, text: string): Generator<FeedRow> {
  const product = parsed(text);
  if (!isObject(product)) {
    yield faultyRow(row, 'row-malformed', text);
    return;
  }
  const { variants, ...rest } = product;
  const listed = Array.isArray(variants) ? variants.filter(isObject).slice(0, MAX_VARIANTS) : [];
  if (listed.length === 0) {
    yield { row, fields: fieldsOf([rest]) };
    return;
  }
  const { title, ...shared } = rest;
  for (const { title: variantTitle, ...variant } of listed) {
    yield { row, fields: fieldsOf([{ title, variantTitle }, variant, shared]) };
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The caller reports the row as malformed.
    return undefined;
  }
}

function fieldsOf(objects: readonly Record<string, unknown>[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const object of objects) addFields(fields, '', object, 0);
  return fields;
}

/** Of an array the first element counts: the first image, the first brand. */
function addFields(
  fields: Map<string, string>,
  prefix: string,
  value: unknown,
  depth: number,
): void {
  if (value === null || value === undefined || depth > DEEPEST) return;
  if (Array.isArray(value)) {
    addFields(fields, prefix, value[0], depth + 1);
    return;
  }
  if (!isObject(value)) {
    setField(fields, prefix, String(value));
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = fieldName(key);
    addFields(fields, prefix === '' ? name : `${prefix}.${name}`, inner, depth + 1);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
