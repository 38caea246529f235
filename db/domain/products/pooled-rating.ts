/** A shop's rating from its buyers. */
interface ShopRating {
  /** Stars, 0–5; null when the shop states none. */
  ratingAverage: number | null;
  ratingCount: number | null;
}

/** The rating over all shops, with each average weighted by its count; 0 of 0 when no offer is rated. */
export function pooledRating(offers: readonly ShopRating[]): { average: number; count: number } {
  const rated = offers.map(({ ratingAverage, ratingCount }) => ({
    stars: ratingAverage ?? 0,
    count: ratingAverage === null ? 0 : Math.max(0, ratingCount ?? 0),
  }));
  const count = rated.reduce((sum, one) => sum + one.count, 0);
  const stars = rated.reduce((sum, one) => sum + one.stars * one.count, 0);
  return { average: count > 0 ? Math.round((stars / count) * 10) / 10 : 0, count };
}
