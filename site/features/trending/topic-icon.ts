import type { IconName } from '#site/ui/icon-names.ts';

/** First match wins. */
const TOPICS: [RegExp, IconName][] = [
  [/phone|galaxy|pixel|mobile/, 'phone'],
  [/laptop|macbook|notebook|computer|\bpc\b/, 'laptop'],
  [/shoe|sneaker|boot|runner|nike|adidas/, 'shoe'],
  [/watch/, 'watch'],
  [/coffee|espresso|kettle|tea\b/, 'coffee'],
  [/\btv\b|television|monitor|oled/, 'tv'],
  [/playstation|xbox|switch|game|lego|toy/, 'game'],
  [/book|novel|kindle/, 'book'],
  [/fridge|washer|vacuum|fryer|sofa|bed|home/, 'home'],
  [/milk|bread|nappies|grocer|cereal|snack|chocolate/, 'basket'],
];

/** The drawing that suits a query, guessed from its words (spec §2, trending). */
export function topicIcon(query: string): IconName {
  const words = query.toLowerCase();
  return TOPICS.find(([pattern]) => pattern.test(words))?.[1] ?? 'tag';
}
