import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** The crawler's requests to a shop, in order. */
export interface Asked {
  path: string;
  status: number;
}

/** Opens `port` on this machine, passes each request on to the shop's own port, and notes those of our crawler. */
export async function openGateway(port: number, shopPort: number) {
  const asked: Asked[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url: path = '/', headers } = incoming;
    const isOurs = headers['user-agent']?.startsWith('PricerooBot') ?? false;
    const passed = request(
      { host: '127.0.0.1', port: shopPort, method, path, headers },
      (answer) => {
        const status = answer.statusCode ?? 502;
        if (isOurs) asked.push({ path, status });
        outgoing.writeHead(status, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', (error) => outgoing.writeHead(502).end(error.message));
    incoming.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
