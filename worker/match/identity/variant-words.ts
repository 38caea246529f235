/*
 * Words that tell one variant of a product from another. Data, read by text, features and identity.
 */

/** Colours by their English word, with British and American spelling, shop names and the other languages of marketplaces. */
const COLOURS: Record<string, string> = {
  black:
    'blk noir noire schwarz zwart zwarte nero nera negro negra czarny czarne sort svart onyx obsidian phantom graphite midnight jet',
  white:
    'wht blanc blanche weiss weiß wit witte bianco bianca blanco blanca bialy biale hvid vit ivory porcelain',
  gray: 'grey gris grise grau grijs grigio szary gra grafiet charcoal slate titanium gunmetal',
  silver: 'slv argent argente silber zilver argento plateado sølv srebrny',
  blue: 'blu bleu bleue blau blauw azul niebieski bla blaa navy cobalt azure sapphire indigo',
  red: 'rouge rot rood rosso rojo roja czerwony rod crimson scarlet ruby',
  green: 'vert verte grun gruen groen verde zielony gron olive sage mint emerald',
  yellow: 'jaune gelb geel giallo amarillo zolty gul lemon',
  orange: 'naranja arancione oranje pomaranczowy coral peach',
  pink: 'rosa rose roze roza rozowy rozowe fuchsia magenta blush',
  purple: 'violet violett paars viola morado fioletowy lila lavender lilac plum',
  brown: 'brun braun bruin marron marrone brazowy tan chocolate mocha espresso',
  beige: 'cream sand natural champagne',
  gold: 'dore goud oro zloty guld golden',
};

/** Words that name another product when only one side has them. */
const EDITIONS =
  'pro plus elite max mini ultra lite air se fe xl xs slim premium deluxe advanced standard basic upgrade academic student refurbished renewed used oem bundle kit case cover skin charger cable replacement refill compatible';

const AUDIENCES: Record<string, string> = {
  men: 'mens man male herren hommes homme heren uomo hombre',
  women: 'womens woman ladies lady female damen femmes femme dames donna mujer',
  kids: 'kid kids youth junior child childrens children boys girls boy girl toddler infant baby',
};

function invert(groups: Record<string, string>): Map<string, string> {
  const byWord = new Map<string, string>();
  for (const [name, words] of Object.entries(groups)) {
    for (const word of [name, ...words.split(' ')]) byWord.set(word, name);
  }
  return byWord;
}

const colourByWord = invert(COLOURS);
const audienceByWord = invert(AUDIENCES);
const editionWords = new Set(EDITIONS.split(' '));

/** The colour a word names, in English ('noir' → 'black'), or null. */
export function colourOf(word: string): string | null {
  return colourByWord.get(word) ?? null;
}

/** 'men', 'women' or 'kids', or null. */
export function audienceOf(word: string): string | null {
  return audienceByWord.get(word) ?? null;
}

/** True for a word such as 'pro', 'upgrade' or 'refurbished', that makes another product of the same name. */
export function isEdition(word: string): boolean {
  return editionWords.has(word);
}
