/** Drawings as files of their own: nothing in them runs, loads or leads away, and nothing may (docs/decisions/0115). */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { kept, keptText } from 'papertape-contract/replies';
import { shown } from '../lib/text.ts';
import { GivenUp } from '../pictures/drawing-thread.ts';
import type { Pictures } from '../pictures/open-pictures.ts';
import { closedHead } from './art/closed-head.ts';
import { unseen, type Entry } from './entry.ts';
import { anyEntry } from './find-entry.ts';
import { topic, type Showcase } from './open-showcase.ts';

type Deps = { readonly showcase: Showcase };

/** Pixels of the longer side. */
const pngSide = 1_200;

/** Throws ApiError (404) for what is no drawing that everyone sees. */
async function drawingOf(showcase: Showcase, id: string): Promise<Entry & { readonly art: string }> {
  const entry = await anyEntry(showcase, id);
  if (entry && entry.kind === 'svg' && entry.art !== null && unseen(entry, showcase.decided()) === undefined)
    return { ...entry, art: entry.art };
  throw new ApiError('not_found', `The showcase has no drawing "${shown(id)}".`, {
    fix: 'GET /api/showcase?board=art has the drawings, each with its image_url.',
  });
}

export const getDrawing = unlisted({
  path: '/showcase/{id}.svg',
  freshness: 'kept',
  headers: closedHead,
  answer: document('image/svg+xml; charset=utf-8'),
  async handle({ params: { id } }, { showcase }: Deps) {
    const { art } = await drawingOf(showcase, id);
    return keptText(topic, () => Promise.resolve(art));
  },
});

/** The same as PNG on white, for who shows no SVG. */
export const getDrawingAsPng = unlisted({
  path: '/showcase/{id}.png',
  freshness: 'kept',
  headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
  answer: document('image/png'),
  async handle({ params: { id } }, { showcase, pictures }: Deps & { readonly pictures: Pictures }) {
    const { art } = await drawingOf(showcase, id);
    return kept(topic, async () => {
      try {
        return await pictures.png({ svg: art, side: pngSide });
      } catch (e) {
        if (!(e instanceof GivenUp)) throw e;
        throw new ApiError('not_found', `The drawing ${shown(id)} has no PNG: ${e.message}.`, {
          fix: `GET /showcase/${id}.svg has the drawing itself.`,
        });
      }
    });
  },
});
