/*
 * The service worker: shows /offline when a page cannot be reached. It keeps that page alone and answers nothing else; assets with hashed
 * names are in the browser's cache for a year anyway. Each build's text differs, so that browsers fetch the new build's page.
 */
import type { APIRoute } from 'astro';

const BUILD = Date.now().toString(36);

const WORKER = `const CACHE = 'offline-${BUILD}';
addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request('/offline', { cache: 'reload' }))));
});
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await registration.navigationPreload?.enable();
})()));
addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode !== 'navigate' || /^\\/(?:api|admin)(?:\\/|$)/.test(new URL(url).pathname)) return;
  event.respondWith((async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request));
    } catch {
      return (await caches.match('/offline')) ?? Response.error();
    }
  })());
});
`;

export const GET: APIRoute = () =>
  new Response(WORKER, { headers: { 'content-type': 'text/javascript' } });
