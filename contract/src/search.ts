/** What a search finds. */
import { z } from 'zod';

export const searchResults = z
  .object({
    q: z.string(),
    results: z
      .array(
        z.object({
          kind: z.enum(['order', 'bot', 'league', 'symbol']),
          id: z.string(),
          name: z.string().describe('Of a bot what it calls itself; of a symbol the leagues that trade it.'),
          href: z.string().describe('Path of its page.'),
        }),
      )
      .describe('An id that was named first, then bots, leagues and symbols that begin so; at most searchResultsMax.'),
  })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof searchResults>;
