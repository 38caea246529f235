interface ShopRating {
  /** Stars, 0–5; null when the shop states none. */
  ratingAverage: number | null;
  ratingCount: number | null;
}

/** The offers that state ratings, the number of these ratings and the sum of their stars. */
export function ratingsOf<Offer extends ShopRating>(offers: readonly Offer[]) {
  const rated = offers.filter((one) => one.ratingAverage !== null && (one.ratingCount ?? 0) > 0);
  let [count, stars] = [0, 0];
  for (const { ratingAverage, ratingCount } of rated) {
    count += ratingCount ?? 0;
    stars += (ratingAverage ?? 0) * (ratingCount ?? 0);
  }
  return { rated, count, stars };
}

/** The rating over all shops, with each average weighted by its count; 0 of 0 when no offer is rated. */
export function pooledRating(offers: readonly ShopRating[]): { average: number; count: number } {
  const { count, stars } = ratingsOf(offers);
  return { average: count > 0 ? Math.round((stars / count) * 10) / 10 : 0, count };
}
