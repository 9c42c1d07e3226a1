/** How much memory of this thread is in use. */
import { getHeapStatistics } from 'node:v8';
import { garbageCollector } from './garbage.ts';

export interface Heap {
  /** Bytes of its heap and of buffers outside of it, with the garbage that is still there: cheap. */
  bytes(): number;
  /** The same without garbage: takes a collection. */
  bytesInUse(): number;
}

export function ownHeap(): Heap {
  const collect = garbageCollector();
  const bytes = (): number => {
    const { used_heap_size: heap, external_memory: outside } = getHeapStatistics();
    return heap + outside;
  };
  return {
    bytes,
    bytesInUse() {
      collect();
      return bytes();
    },
  };
}
