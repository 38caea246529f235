/** Response for an unknown address; site/server/handle-request.ts turns it into the 404 page. */
export function noSuchPage(): Response {
  return new Response('There is no such page.\n', { status: 404 });
}
