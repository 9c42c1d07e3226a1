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

/** As the service describes it. That it is of the kind with which the log opened is checked once, before all else. */
export async function priceSource({ service }: Verifier): Promise<StatusView['price_source']> {
  return (await service.get<StatusView>('/api/status')).price_source;
}
