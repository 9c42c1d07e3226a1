import { expect, test } from 'vitest';
import type { Exercise } from './solve.ts';
import { solveInThread } from './solver-thread.ts';

test('whoever was told to stop before begins no thread', async () => {
  await expect(solveInThread({} as Exercise, AbortSignal.abort(new Error('The service stops.')))).rejects.toThrow(
    'The service stops.',
  );
});
