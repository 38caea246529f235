/* A site process for fault tests: the real API at a free port, which it sends to its parent. Environment: DATABASE_URL, REDIS_URL. */
import { serve } from '@hono/node-server';
import { loadConfig } from '#db/runtime/config.ts';
import { exitWithParent } from '#db/runtime/parent-process.ts';
import { createApi } from '#site/api/app.ts';
import { createServices } from '#site/api/core/services.ts';

exitWithParent();
const api = createApi(await createServices(loadConfig()));
const fetch = (request: Request) => api(request, { remoteAddress: '203.0.113.7' });
serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port));
