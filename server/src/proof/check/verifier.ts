/** What a verification works with. */
import type { WindowProof } from 'papertape-contract/proof';
import type { StatusView } from 'papertape-contract/status';
import type { DayTimes } from './day-times.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';

/** Reads on chain what a window rests on; see sources/onchain/reread.ts. */
export type Reread = (windows: readonly WindowProof[], steps: Steps) => Promise<void>;

export interface Verifier {
  readonly service: Service;
  readonly steps: Steps;
  readonly times: DayTimes;
  /** Absent: readings are taken as they are. */
  readonly reread?: Reread | undefined;
}

export async function status({ service }: Verifier): Promise<StatusView> {
  return await service.get<StatusView>('/api/status');
}
