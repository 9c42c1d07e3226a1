/** The share image of an entry: its drawing, or its first words. */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { entryCard } from '../pages/share-cards.ts';
import { cardFonts } from '../pictures/card-fonts.ts';
import { GivenUp } from '../pictures/drawing-thread.ts';
import type { Pictures } from '../pictures/open-pictures.ts';
import { shareImage, shareImageHeaders } from '../pictures/share-image.ts';
import { languageQuery } from '../words/language-query.ts';
import { inLanguage } from '../words/language.ts';
import { seenEntry } from './find-entry.ts';
import { firstView } from './listing.job.ts';
import { topic, type Showcase } from './open-showcase.ts';

type Deps = { readonly showcase: Showcase; readonly pictures: Pictures };

export const getEntryImage = unlisted({
  path: '/og/showcase/{id}.png',
  freshness: 'kept',
  headers: shareImageHeaders,
  query: languageQuery,
  answer: document('image/png'),
  async handle({ params: { id }, query: { lang } }, { showcase, pictures }: Deps) {
    const entry = await seenEntry(showcase, id).catch(asMissingFile);
    return kept(topic, async () => {
      const view = await firstView(showcase, entry);
      const card = (isPlain: boolean): string => inLanguage(lang, () => entryCard(cardFonts, view, isPlain));
      try {
        return await pictures.png({ svg: card(false) });
      } catch (e) {
        // A drawing that cannot be drawn within its bounds is left out; its title is there all the same.
        if (!(e instanceof GivenUp)) throw e;
        return await shareImage(pictures, card(true));
      }
    });
  },
});

/** A file has one error for what is not there. */
function asMissingFile(e: unknown): never {
  throw e instanceof ApiError && e.code === 'entry_not_found' ? new ApiError('not_found', e.message) : e;
}
