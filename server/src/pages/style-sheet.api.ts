/** The style sheet of the pages. */
import { document, unlisted } from 'papertape-contract/operation';
import { optionalText } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { styleSheet } from '../html/style.ts';
import { forAnHour } from '../published/described-service.ts';

export const getStyleSheet = unlisted({
  path: '/style.css',
  freshness: 'kept',
  headers: forAnHour,
  query: { v: optionalText({}, { description: 'Version of the sheet: a new one has a new address.', example: '1' }) },
  answer: document('text/css; charset=utf-8'),
  handle: async () => kept('files', async () => styleSheet),
});
