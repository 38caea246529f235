import { ApiError } from '#site/client/api-error.ts';
import type { SearchAnswer } from '#site/client/calls/search.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { type Outcome, SEARCH_BROKE, SEARCH_FAILED } from '#site/islands/search/outcome.ts';

/** Asks the API in-process for a page's first answer; a refusal becomes the page's error panel, never a failed page. */
export async function answerOnServer(locals: App.Locals, query: string): Promise<Outcome> {
  if (!query) return { status: 'idle' };
  const response = await locals.api(
    new Request(`${locals.siteOrigin}/api/search/ai-search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: locals.siteOrigin },
      body: JSON.stringify({ query }),
    }),
  );
  if (!response.ok) {
    const fault = new ApiError(response.status, 'failed', null);
    return { status: 'error', text: SEARCH_BROKE, advice: faultAdvice(fault, true) };
  }
  const body = (await response.json()) as { success: boolean; data: SearchAnswer };
  return body.success
    ? { status: 'success', answer: body.data }
    : { status: 'error', text: SEARCH_FAILED, advice: null };
}
