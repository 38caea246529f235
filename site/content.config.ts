/* Content collections: faq (one JSON file) and legal (Markdown). Short texts are in content/texts.ts. */
import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { z } from 'astro/zod';

/** The FAQ's categories in display order (spec §2). */
export const FAQ_CATEGORIES = [
  'General',
  'How It Works',
  'Shopping',
  'Account & Privacy',
  'Technical',
  'Features',
] as const;

const faq = defineCollection({
  loader: file('site/content/faq.json'),
  schema: z.object({
    order: z.number().int(),
    category: z.enum(FAQ_CATEGORIES),
    question: z.string(),
    answer: z.string(),
  }),
});

const legal = defineCollection({
  loader: glob({ pattern: '*.md', base: 'site/content/legal' }),
  schema: z.object({
    title: z.string(),
    description: z.string(),
    lead: z.string(),
    /** Date of the last change, if shown: '2026-11-21'. */
    updated: z.coerce.date().optional(),
  }),
});

export const collections = { faq, legal };
