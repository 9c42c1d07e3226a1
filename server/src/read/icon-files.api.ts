import { document, unlisted } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { iconDrawing } from '../html/assets.ts';
import { iconPresets } from '../html/icons.ts';

/** The picture of each icon preset. */
export const iconFiles = [...iconPresets.keys()].map((id) => {
  const drawing = iconDrawing(id);
  return unlisted({
    path: `/icons/${id}.svg`,
    freshness: 'kept',
    headers: {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'",
    },
    answer: document('image/svg+xml'),
    handle: async () => kept('files', async () => drawing),
  });
});
