/** What a page answers when there is nothing at its address; site/server/handle-request.ts shows the 404 page for it. */
export function noSuchPage(): Response {
  return new Response('There is no such page.\n', { status: 404 });
}
