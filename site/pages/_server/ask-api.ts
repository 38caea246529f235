/** Reads one GET of the API in-process for an on-demand page, as a guest; `data` is null unless it succeeded. */
export async function askApi<Data>(
  locals: App.Locals,
  path: string,
): Promise<{ status: number; data: Data | null }> {
  const response = await locals.api(new Request(`${locals.siteOrigin}/api${path}`));
  if (!response.ok) return { status: response.status, data: null };
  const { data } = (await response.json()) as { data: Data };
  return { status: response.status, data };
}
