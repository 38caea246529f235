/* Forms of names that state a category without naming a product type. */

/** Matches a title followed by its format: 'Gravity Stairs CD', 'Barbie (DVD)'. Lower-case letters may name a feature. */
const RECORDING =
  /\S (?:CD|LP|DVD|[-–] (?:Vinyl|Blu-ray)|\((?:\d ?)?(?:CD|LP|DVD|Vinyl|Blu-ray|4K UHD)\))$/;
const FOR_CONSOLE = /\S (?:[-–] (?:Nintendo )?Switch(?: 2)?|[([](?:Nintendo )?Switch(?: 2)?[)\]])$/;
/** Forms of names that state the category, whatever else they name. */
export const STATED = [
  [RECORDING, 'Music & Movies'],
  [
    /\b(?:cases?|covers?|protectors?)\b.* for .*\b(?:iphone|galaxy [asz]|pixel)/i,
    'Phone Accessories',
  ],
  [FOR_CONSOLE, 'Gaming'],
  [/\bfor (?:\p{L}+ )?(?:dog|cat|pupp(?:y|ie)|kitten|pet|bird)s?\b/iu, 'Pet Food'],
] as const;

/** Categories by size and maker where no word decides: 65 inches means a television, 16-50mm a lens, and "by" a person a book. */
export const FORMS = [
  [
    /^(?!.*\b(?:curved|ultra ?wide|frame|odyssey|ultragear|\d+ ?hz)\b)(?:chiq|ffalcon|hisense|jvc|kogan|lg|panasonic|philips|samsung|sony|tcl|toshiba)\b.*\b(?:3[2-9]|[4-9]\d|1\d\d)(?:\s?["”]|[\s-]?inch\b)/i,
    'TVs',
  ],
  [
    /^(?:canon|fuji(?:film|non)|nikon|olympus|om system|panasonic|samyang|sigma|sony|tamron|tokina|viltrox)\b.*\b\d{2}-\d{2,3} ?mm\b/i,
    'Cameras',
  ],
  [/\S 4k (?:ultra hd|uhd)$|\S [-–] .* vinyl$/i, 'Music & Movies'],
] as const;
/** 'Mist by Bath Body Works' matches this pattern too, so a shelf must agree. */
export const BY_A_PERSON = /\sby (?:\p{Lu}[\p{L}.'’-]+ ?){2,3}$/u;
