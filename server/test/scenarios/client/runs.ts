/** Runs of a strategy by the runner of `papertape-bot run`, against a league whose clock is stepped. */
import { createClient, type ClientOptions, type Strategy } from '../../../../client/src/index.ts';
import type { RunEvent } from '../../../../client/src/run-log.ts';
import type { RunnerDeps, RunnerOptions } from '../../../../client/src/run-options.ts';
import type { RunState } from '../../../../client/src/run-state.ts';
import { run } from '../../../../client/src/runner.ts';
import { parseSchedule, type Schedule } from '../../../../client/src/schedule.ts';
import type { Bot, League } from '../../harness/league.ts';

/** What outlives the process. */
export interface Disk {
  state: RunState | null;
  readonly receipts: Map<string, unknown>;
}

export function emptyDisk(): Disk {
  return { state: null, receipts: new Map() };
}

export interface RunOf {
  readonly league: League;
  readonly bot: Pick<Bot, 'id' | 'key'>;
  readonly decide: Strategy;
  readonly every?: string;
  readonly disk?: Disk;
  readonly options?: Partial<RunnerOptions>;
  readonly client?: Partial<ClientOptions>;
  /** Called with the real milliseconds of each sleep; without it a run that sleeps is told to stop. */
  readonly onSleep?: (ms: number, stop: () => void) => Promise<void>;
  /** Stands between the runner and the world. */
  readonly around?: (deps: RunnerDeps) => RunnerDeps;
}

export interface Ran {
  readonly disk: Disk;
  readonly told: RunEvent[];
  readonly slept: number[];
}

/** From its start until it ends; rejects as the run does. */
export async function runOnce(of: RunOf): Promise<Ran> {
  const { league, bot, disk = emptyDisk() } = of;
  const stop = new AbortController();
  const told: RunEvent[] = [];
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
    if (of.onSleep) await of.onSleep(ms, () => stop.abort());
    else stop.abort();
  };
  const deps: RunnerDeps = {
    client: createClient({
      baseUrl: league.url,
      agentId: bot.id,
      apiKey: bot.key,
      watchLog: false,
      sleep,
      random: () => 0.5,
      ...of.client,
    }),
    store: {
      load: async () => disk.state,
      save: async (state) => void (disk.state = state),
      keepReceipt: async (ack) => void disk.receipts.set(ack.order_id, ack),
    },
    tell: (event) => told.push(event),
    sleep,
    random: () => 0.5,
    signal: stop.signal,
  };
  await run(of.around?.(deps) ?? deps, {
    url: league.url,
    agentId: bot.id,
    strategy: { name: 'half', seed: '1', decide: of.decide },
    schedule: parseSchedule(of.every ?? 'day') as Schedule,
    historyMs: 10 * 86_400_000,
    sandbox: true,
    now: false,
    once: false,
    ...of.options,
  });
  return { disk, told, slept };
}
