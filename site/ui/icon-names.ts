/** The symbols of public/icons.svg; icon-names.test.ts keeps the two equal. */
const ROWS = [
  'menu close search heart heart-filled bell clock star share download printer copy check alert',
  'info arrow-right arrow-left external down up flat tag sliders user logout trash medal spark',
  'flame phone laptop shoe coffee watch tv game book basket eye eye-off chevron mail shield',
  'thumb-up thumb-down box refresh store camera headphones speaker bottle wrench pill pot bed',
  'sofa leaf tent ball paw pencil rattle lipstick spray tablet washer kettle blocks monitor',
  'google facebook',
] as const;

type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

export type IconName = Words<(typeof ROWS)[number]>;

export const ICON_NAMES: readonly string[] = ROWS.flatMap((row) => row.split(' '));
