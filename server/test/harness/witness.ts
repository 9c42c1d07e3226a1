/** A witness within the process of the test, on a port of its own, and what a test sends to one. */
import { join } from 'node:path';
import type { Clock } from '../../src/lib/clock.ts';
import { createRealClock } from '../../src/lib/real-clock.ts';
import { silentLog, type Log } from '../../src/lib/log.ts';
import { readLogList } from '../../src/witness/log-list.ts';
import { openWitness } from '../../src/witness/open-witness.ts';
import type { WitnessReport } from '../../src/witness/witness.ts';
import { createWitnessHttp } from '../../src/witness/witness-http.ts';
import { okJson, send, type Answer, type Served } from './http.ts';

export interface TestWitness extends Served {
  readonly vkey: string;
  close(): Promise<void>;
}

/** @param folder holds its data and its key: the same folder is the same witness. */
export async function openTestWitness(
  folder: string,
  vkeys: readonly string[],
  { name, log = silentLog, clock = createRealClock() }: { name?: string; log?: Log; clock?: Clock } = {},
): Promise<TestWitness> {
  const witness = await openWitness({
    dataDir: join(folder, 'data'),
    keyFile: join(folder, 'witness.key'),
    name,
    standardName: 'witness.test',
    logs: readLogList(vkeys.map((vkey) => ({ vkey, where: 'test' }))),
    clock,
    log,
  });
  const http = createWitnessHttp(witness, log);
  const url = await http.listen('127.0.0.1', 0);
  return {
    url,
    vkey: witness.report().vkey,
    async close() {
      await http.close();
      await witness.close();
    },
  };
}

export async function addCheckpoint(witness: Served, body: string | Uint8Array): Promise<Answer> {
  return await send(witness, 'POST', '/add-checkpoint', { body, headers: { 'content-type': 'text/plain' } });
}

export async function reportOf(witness: Served): Promise<WitnessReport> {
  return okJson<WitnessReport>(await send(witness, 'GET', '/status.json'));
}
