import type { RequestListener } from 'node:http';
import { FAILED, inSpan, openSpan } from '#db/runtime/tracing.ts';
import { pathOf } from './request-address.ts';

/** Answers each request inside a span with its method, path and status, where tracing is on. The API names the route. */
export function withTracing(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { method = '' } = request;
    const span = openSpan(method, 'SERVER', {
      'http.request.method': method,
      'url.path': pathOf(request.url ?? ''),
    });
    if (!span) return listener(request, response);
    response.once('close', () => {
      span.setAttribute('http.response.status_code', response.statusCode);
      if (response.statusCode >= 500) span.setStatus(FAILED);
      span.end();
    });
    inSpan(span, () => listener(request, response));
  };
}
