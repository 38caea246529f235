import { parseJson } from '#domain/text/parse-json.ts';
import type { FeedRow } from './feed-row.ts';
import { readCsvRows } from './read-csv-rows.ts';
import { readJsonRows } from './read-json-rows.ts';
import { readXmlRows } from './read-xml-rows.ts';
import { type FeedSurvey, feedBytes, surveyFeed } from './survey-feed.ts';

export type FeedFormat = 'xml' | 'csv' | 'json' | 'json-lines';

/**
 * The rows of a feed's file, gzipped or not, read as a stream. Format and encoding are told by the content, not by the name.
 * Throws OperatorError for what is no feed, or a damaged one.
 */
export async function openFeed(
  path: string,
): Promise<{ format: FeedFormat; rows: AsyncIterable<FeedRow> }> {
  const survey = await surveyFeed(path);
  const format = formatOf(survey.head);
  const rows = READERS[format](textOf(survey));
  return { format, rows: survey.isCut ? withoutLast(rows) : rows };
}

const READERS: Record<FeedFormat, (chunks: AsyncIterable<string>) => AsyncIterable<FeedRow>> = {
  xml: readXmlRows,
  csv: readCsvRows,
  json: (chunks) => readJsonRows(chunks, false),
  'json-lines': (chunks) => readJsonRows(chunks, true),
};

/** What a feed is by its first characters. */
function formatOf(head: string): FeedFormat {
  const text = head.trimStart();
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  return second.startsWith('{') && isJson(first) ? 'json-lines' : 'json';
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    // A document over several lines.
    return false;
  }
}

/** Decoded chunks without a byte order mark. Where the packing ends too early, so do they. */
async function* textOf({ path, isPacked, encoding, isCut }: FeedSurvey): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  try {
    for await (const chunk of feedBytes(path, isPacked)) {
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (!isCut) throw error;
  }
  yield decoder.decode();
}

/** The rows of a feed that is cut short: the last one may be half a row, and its price half a number. */
async function* withoutLast(rows: AsyncIterable<FeedRow>): AsyncGenerator<FeedRow> {
  let last: FeedRow | null = null;
  for await (const row of rows) {
    if (last) yield last;
    last = row;
  }
  yield { row: last?.row ?? 1, fault: 'row-cut-short' };
}
