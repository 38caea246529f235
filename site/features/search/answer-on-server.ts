import { hc } from 'hono/client';
import type { Api } from '#site/api/app.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { ApiError } from '#site/client/api-error.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { type Outcome, SEARCH_BROKE, SEARCH_FAILED } from '#site/features/search/outcome.ts';

/** What the page shows, and how it is answered: the API's own refusal, with the seconds to wait where it names them. */
export interface ServerAnswer {
  outcome: Outcome;
  status: number;
  retryAfter: string | null;
}

/** Asks the API in-process for a page's first answer; a refusal becomes the page's error panel, never a failed page. */
export async function answerOnServer(locals: App.Locals, query: string): Promise<ServerAnswer> {
  if (!query) return { outcome: { status: 'idle' }, status: 200, retryAfter: null };
  const { search } = hc<Api>(`${locals.siteOrigin}/api`, {
    headers: { origin: locals.siteOrigin },
    fetch: (input: RequestInfo | URL, init?: RequestInit) => locals.api(new Request(input, init)),
  });
  const response = await search['ai-search'].$post({ json: { query } });
  if (!response.ok) {
    const fault = new ApiError(response.status, 'failed', null);
    return {
      outcome: { status: 'error', text: SEARCH_BROKE, advice: faultAdvice(fault, true) },
      // Whatever broke is over soon: search engines and proxies are to come back, as after a 503.
      status: response.status >= 500 ? 503 : response.status,
      retryAfter: response.headers.get('retry-after'),
    };
  }
  const body: { success: boolean; data: SearchAnswer } = await response.json();
  return body.success
    ? { outcome: { status: 'success', answer: body.data }, status: 200, retryAfter: null }
    : {
        outcome: { status: 'error', text: SEARCH_FAILED, advice: null },
        status: 503,
        retryAfter: null,
      };
}
