/** Share images as they are answered. */
import { ApiError } from 'papertape-contract/errors';
import { GivenUp } from './drawing-thread.ts';
import type { Pictures } from './open-pictures.ts';

/** Is the package there that draws pictures? An install may leave it out, and then no page names a share image. */
export const drawsPictures: boolean = isInstalled();

function isInstalled(): boolean {
  try {
    import.meta.resolve('@resvg/resvg-wasm');
    return true;
  } catch {
    return false;
  }
}

/** Others show it on their pages, and keep it so long. */
export const shareImageHeaders = {
  'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** Throws ApiError: `not_found` where it cannot be drawn, `overloaded` when too many wait. */
export async function shareImage(pictures: Pictures, svg: string): Promise<Buffer> {
  try {
    return await pictures.png({ svg, isOwn: true });
  } catch (e) {
    if (!(e instanceof GivenUp)) throw e;
    throw new ApiError('not_found', `This page has no share image: ${e.message}.`);
  }
}
