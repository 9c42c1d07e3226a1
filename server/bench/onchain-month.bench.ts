/** A month of marks, read by the on-chain source from three endpoints on loopback that replay a real local chain: memory stays flat. */
import { anvilPath } from '../test/chain/anvil.ts';
import { readMarksInARow } from '../test/chain/marks-in-a-row.ts';
import { fixed, printResults, whole } from './lib.ts';

export async function run(): Promise<void> {
  if (anvilPath === undefined) {
    console.log('there is no anvil for this machine: nothing is measured');
    return;
  }
  const { marks, seconds, heap, missing } = await readMarksInARow(30, 3);
  if (missing > 0) throw new Error(`${missing} readings are missing`);
  const [, first = 0] = heap;
  const last = heap.at(-1) ?? 0;
  const growth = last - first;
  printResults([
    {
      work: `${whole(marks)} marks of a month, 5 pools and 2 rates, 3 endpoints on loopback`,
      ours: `${fixed(seconds, 1)} s, ${fixed((seconds * 1000) / marks)} ms a mark`,
      ceiling: '',
      ratio: '',
      target: '',
    },
    {
      work: 'live heap after the first day, after the month',
      ours: `${fixed(first / 1e6)} MB, ${fixed(last / 1e6)} MB`,
      ceiling: '',
      ratio: '',
      target: 'growth < 1 MB',
    },
  ]);
  if (growth > 1e6) throw new Error(`the heap grew by ${whole(growth)} bytes`);
}
