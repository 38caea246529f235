/* The pages of text: one Markdown file each. Short texts are in content/texts.ts. */
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

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

export const collections = { legal };
