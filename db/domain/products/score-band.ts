/* Colours and labels of scores. Search scores and recommendation scores have different scales and bands: do not merge them. */

export interface SearchScoreBand {
  label: 'Excellent' | 'Good' | 'Fair';
  colour: 'green' | 'yellow' | 'red';
}

/** AI score in search, 0–10: 8 or more excellent, 6 or more good, else fair (spec §9). */
export function searchScoreBand(score10: number): SearchScoreBand {
  if (score10 >= 8) return { label: 'Excellent', colour: 'green' };
  return score10 >= 6 ? { label: 'Good', colour: 'yellow' } : { label: 'Fair', colour: 'red' };
}

/** AI score in recommendations, 0–100: 80 green, 60 blue, 40 yellow, else grey (spec §9). */
export function recommendationScoreBand(score100: number): 'green' | 'blue' | 'yellow' | 'grey' {
  if (score100 >= 80) return 'green';
  if (score100 >= 60) return 'blue';
  return score100 >= 40 ? 'yellow' : 'grey';
}

/** A retailer's trust score, 0–10: 8 green, 6 yellow, else red (spec §9). */
export function trustBand(score10: number): 'green' | 'yellow' | 'red' {
  if (score10 >= 8) return 'green';
  return score10 >= 6 ? 'yellow' : 'red';
}
