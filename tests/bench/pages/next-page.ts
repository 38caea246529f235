/*
 * The peer of our home page: the same markup as a Next.js page with one small client component, built and served by Next.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installPeers } from '../peer-packages.ts';

const VERSIONS = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' };

/** A running Next server whose root is the page. */
export interface NextPage {
  origin: string;
  stop(): void;
}

/** What the page is made of. */
interface PageParts {
  /** The markup within <body>. */
  body: string;
  css: string;
  font: Buffer;
  /** '/fonts/name.woff2', as `css` names it. */
  fontPath: string;
}

/** Builds and starts the page on `port`. Throws when Next fails or does not answer within 20 s. */
export async function startNextPage(parts: PageParts, port: number): Promise<NextPage> {
  const folder = installPeers(VERSIONS);
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  writeFileSync(
    join(app, 'layout.js'),
    `import './page.css';
     export const metadata = { title: 'Priceroo', description: 'Compare prices' };
     export default ({ children }) => <html lang="en-AU"><body>{children}</body></html>;`,
  );
  writeFileSync(
    join(app, 'counter.js'),
    `'use client';
     import { useState } from 'react';
     export default function Counter() {
       const [count, setCount] = useState(0);
       return <button onClick={() => setCount(count + 1)}>{count}</button>;
     }`,
  );
  writeFileSync(
    join(app, 'page.js'),
    `import Counter from './counter.js';
     export default () => <><div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(parts.body)} }} /><Counter /></>;`,
  );
  writeFileSync(join(app, 'page.css'), parts.css);
  const font = join(folder, 'public', parts.fontPath);
  mkdirSync(dirname(font), { recursive: true });
  writeFileSync(font, parts.font);
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
  execFileSync(process.execPath, [next, 'build'], { cwd: folder, env, stdio: 'ignore' });
  const server = spawn(process.execPath, [next, 'start', '-p', `${port}`, '-H', '127.0.0.1'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(origin, server);
  return { origin, stop: () => server.kill() };
}

async function untilAnswers(origin: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`next start ended with ${server.exitCode}`);
    const answered = await fetch(origin).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('next start did not answer within 20 s');
}
