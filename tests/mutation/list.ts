import type { Alteration, Sentence } from './alteration.ts';
import { SECTION_2 } from './list/section-2.ts';
import { SECTION_4 } from './list/section-4.ts';
import { SECTION_5 } from './list/section-5.ts';
import { SECTION_8 } from './list/section-8.ts';
import { SECTION_9 } from './list/section-9.ts';

export interface Section {
  heading: string;
  sentences: readonly Sentence[];
}

/** The specification's sections, sentence by sentence. */
export const SECTIONS: readonly Section[] = [
  { heading: '§2 Screens and routes', sentences: SECTION_2 },
  { heading: '§4 States and transitions', sentences: SECTION_4 },
  { heading: '§5 Validation rules', sentences: SECTION_5 },
  { heading: '§8 Error catalogue', sentences: SECTION_8 },
  { heading: '§9 Business constants', sentences: SECTION_9 },
];

/** Every alteration, in the specification's order. */
export const ALTERATIONS: readonly Alteration[] = SECTIONS.flatMap(({ sentences }) =>
  sentences.flatMap(({ alterations }) => alterations),
);
