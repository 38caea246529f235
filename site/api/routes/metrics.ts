import { timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { operatorFigures } from '#db/queries/operators/overview.ts';
import { forAnyone, topic } from '../core/call.ts';
import { unknownCall } from '../core/failures.ts';

/** /metrics, which the server hands to the API as well: for whoever has METRICS_TOKEN, else for this machine only. */
export const metricsRoutes = topic().openapi(
  forAnyone(
    'GET /metrics',
    'Figures for Prometheus: METRICS_TOKEN as bearer token, or from this machine when none is set',
    {},
  ),
  async ({ env: { remoteAddress, config, em, metrics, queues }, req, body }) => {
    if (!mayRead(config.metricsToken, req.raw, remoteAddress)) throw unknownCall();
    const [own, ofQueues] = await Promise.all([
      operatorFigures(em()).then((figures) => metrics.text(figures)),
      queues.metrics(),
    ]);
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
    return body(`${own}\n${ofQueues}`, 200, headers);
  },
);

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
