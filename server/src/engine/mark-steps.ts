/**
 * The steps of feature rooms at a mark, by the modules that hold them: the engine may run in a thread, which is given data and no functions.
 *
 * Example: { room: 'vowing', module: 'file:///…/vows.mark.js' }, where the module exports `atMark` (flow/mark/rooms.ts).
 */
import type { EngineRoom } from './pay.job.ts';

export interface MarkStep {
  readonly room: string;
  /** URL of the module. */
  readonly module: string;
}

export async function loadMarkRooms(steps: readonly MarkStep[]): Promise<EngineRoom[]> {
  return await Promise.all(
    steps.map(async ({ room, module }) => {
      const { atMark } = (await import(module)) as { readonly atMark?: EngineRoom['atMark'] };
      if (typeof atMark !== 'function') throw new Error(`the room ${room} has no atMark in ${module}`);
      return { name: room, atMark };
    }),
  );
}
