import { timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { operatorFigures } from '#db/queries/operators/overview.ts';
import { PublicError } from '#domain/errors.ts';
import { NO_JSON, plainly, type RouteTable, route } from '../route.ts';

/** /metrics, which the server hands to the API as well: for whoever has METRICS_TOKEN, else for this machine only. */
export const metricsRoutes: RouteTable = {
  'GET /metrics': route({
    summary:
      'Figures for Prometheus: METRICS_TOKEN as bearer token, or from this machine when none is set',
    access: 'public',
    query: z.object({}),
    answer: NO_JSON,
    async handle({ services, request, remoteAddress }) {
      if (!mayRead(services.config.metricsToken, request, remoteAddress)) {
        throw new PublicError(404, 'unknown-call', 'There is no such call.');
      }
      const [own, queues] = await Promise.all([
        operatorFigures(services.em()).then((figures) => services.metrics.text(figures)),
        services.queues.metrics(),
      ]);
      return plainly(
        new Response(`${own}\n${queues}`, {
          headers: {
            'content-type': 'text/plain; version=0.0.4; charset=utf-8',
            'cache-control': 'no-store',
          },
        }),
      );
    },
  }),
};

function mayRead(token: string | null, request: Request, remoteAddress: string): boolean {
  if (token !== null) {
    const given = Buffer.from(request.headers.get('authorization') ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  // A proxy on this machine speaks for others.
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false;
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback';
}
