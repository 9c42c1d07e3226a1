/**
 * Makes PNG of SVG beside the requests. What was drawn last is kept by the hash of its SVG, so that the same SVG gives the same bytes and is
 * drawn once; what was given up is not begun anew for a while.
 */
import { ApiError } from 'papertape-contract/errors';
import { sha256 } from '../lib/hash.ts';
import { steadyNow } from '../lib/real-clock.ts';
import type { Picture } from './draw.ts';
import { GivenUp, openDrawingThread } from './drawing-thread.ts';

/** Of one picture, from when the thread has it. */
export const drawMsMax = 2_000;
/** Pictures that wait for their turn; one more is refused. */
export const picturesWaitingMax = 8;
const givenUpMs = 600_000;
const keptMax = 96;
/** A larger one is drawn whenever it is asked for. */
const keptBytesMax = 262_144;

export interface Pictures {
  /** Throws GivenUp, and ApiError (`overloaded`) when too many wait. */
  png(picture: Picture): Promise<Buffer>;
  stop(): Promise<void>;
}

/** @param drawMs in place of the published one, for a test. @param now real milliseconds. */
export function openPictures(drawMs = drawMsMax, now: () => number = steadyNow): Pictures {
  const thread = openDrawingThread(drawMs);
  const kept = new Map<string, Buffer>();
  const under = new Map<string, Promise<Buffer>>();
  const givenUp = new Map<string, { readonly e: GivenUp; readonly until: number }>();
  let isStopped = false;

  async function drawn(key: string, picture: Picture): Promise<Buffer> {
    try {
      const png = await thread.draw(picture);
      if (png.length <= keptBytesMax) put(kept, key, png);
      return png;
    } catch (e) {
      if (e instanceof GivenUp) put(givenUp, key, { e, until: now() + givenUpMs });
      throw e;
    } finally {
      under.delete(key);
    }
  }

  return {
    async png(picture) {
      if (isStopped) throw new Error('no picture is drawn any more');
      const key = sha256(`${picture.side ?? ''} ${picture.svg}`);
      const known = kept.get(key);
      if (known) {
        put(kept, key, known);
        return known;
      }
      const failed = givenUp.get(key);
      if (failed && now() < failed.until) throw failed.e;
      const begun = under.get(key);
      if (begun) return await begun;
      // Before it is under way: what was refused may be asked for again.
      if (thread.waiting() >= picturesWaitingMax)
        throw new ApiError('overloaded', `${picturesWaitingMax} pictures wait to be drawn; no more are taken.`);
      const work = drawn(key, picture);
      under.set(key, work);
      return await work;
    },
    async stop() {
      isStopped = true;
      await thread.stop();
    },
  };
}

/** A map keeps the order in which keys were put in: the first one was used least recently. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= keptMax) return;
    map.delete(oldest);
  }
}
