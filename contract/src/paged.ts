import { z } from 'zod';

/** The members of every answer that is a page of a list, before the list itself. `total` counts what all pages hold. */
export const paged = {
  page: z.number(),
  per_page: z.number(),
  pages: z.number(),
  total: z.number(),
} as const;
