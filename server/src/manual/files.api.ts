/** What documents link to and is no document: texts, images, examples. */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { shown } from '../lib/text.ts';
import { forAnHour } from '../published/described-service.ts';
import { bytesOf, images, manualFiles, textOf, texts } from './files.ts';

const plainText = document('text/plain; charset=utf-8');

export const getTexts = texts.map((path) =>
  unlisted({
    path: `/${path}`,
    freshness: 'kept',
    headers: forAnHour,
    answer: plainText,
    handle: async () => kept('documents', async () => textOf(path)),
  }),
);

export const getExample = unlisted({
  path: '/examples/{example}/{file}',
  freshness: 'tagged',
  headers: forAnHour,
  answer: plainText,
  async handle({ params: { example, file } }) {
    const path = `examples/${example}/${file}`;
    if (manualFiles().examples.has(path)) return textOf(path);
    throw new ApiError('not_found', `There is no example ${shown(`${example}/${file}`)}.`, {
      fix: 'GET /docs/bots/examples.md names the examples.',
    });
  },
});

export const getImages = images.map((path) =>
  unlisted({
    path: `/${path}`,
    freshness: 'tagged',
    headers: forAnHour,
    answer: document('image/png'),
    handle: async () => bytesOf(path),
  }),
);
