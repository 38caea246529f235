/** What the server sends back, before conditional requests are looked at. */
export interface Answer {
  status: number;
  type: string;
  body: string | (() => string | Promise<Uint8Array>);
  /** Known without making the body. */
  etag?: string;
  headers?: Record<string, string>;
}

export const HTML = 'text/html; charset=utf-8';
export const TEXT = 'text/plain; charset=utf-8';
export const XML = 'application/xml; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A plain answer without a page. */
export function bare(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return { status, type: TEXT, body: text, headers };
}
