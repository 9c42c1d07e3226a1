/** What every failure is answered with. */
import { z } from 'zod';

/** What of a request is to be changed: its other parts stay as they were sent. */
export const requestParts = z
  .object({
    method: z.string().exactOptional(),
    path: z.string().describe('With its query.').exactOptional(),
    body: z.record(z.string(), z.unknown()).describe('The whole body, as JSON.').exactOptional(),
  })
  .meta({ id: 'RequestParts' });
export type RequestParts = z.infer<typeof requestParts>;

export const errorBody = z
  .object({
    detail: z.string().describe('What was wrong with this request.'),
    error: z.object({
      code: z.string().describe('Stable, listed in rules.json.'),
      fix: z.string().describe('What to do next.'),
      corrected: requestParts
        .exactOptional()
        .describe(
          'Where it is plain what was meant: that request, so that `fix` is done. Look at it before you send it.',
        ),
      example: requestParts
        .exactOptional()
        .describe('Where it is not: a request of the right form, with values that are not yours.'),
    }),
    opens_at: z
      .string()
      .describe('When it can be sent: with `market_closed`, `window_full`, `round_not_open`.')
      .exactOptional(),
    request_id: z.string().describe('Given with a 500: name it when you report the fault.').exactOptional(),
  })
  .meta({ id: 'ErrorBody', description: 'Body of every failure.' });
export type ErrorBody = z.infer<typeof errorBody>;
