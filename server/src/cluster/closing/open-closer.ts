/**
 * A process of role engine: it closes leagues beside the process that serves (docs/decisions/0208-closes-by-several.md). It has no clock, no prices and no
 * place that it could lose: what a close needs is stored with the mark, and whichever process has locked a league's row does that league. The work goes on in a
 * thread, so that whoever asks how it does is answered meanwhile.
 */
import type { FastifyInstance } from 'fastify';
import { limits } from 'papertape-contract/limits';
import type { Settings } from '../../config/config.ts';
import { storageTarget } from '../../engine/storage-target.ts';
import { migrationsOf, type Feature } from '../../feature/feature.ts';
import { errorText, type Log } from '../../lib/log.ts';
import { moduleUrl } from '../../lib/module-url.ts';
import { version } from '../../lib/version.ts';
import { startWorkingThread } from '../../engine/working-thread.ts';
import { currentRules } from '../../published/deciding-rules.ts';
import { openStorage } from '../../storage/storage.ts';
import { createBesideServer, headersOfBeside } from '../../web/beside-server.ts';
import { listen } from '../../web/listen.ts';
import { familyText, one, type Family } from '../../web/metrics-text.ts';
import { familiesOfProcess, processFigures } from '../../web/process-figures.ts';
import type { Services } from '../../web/services.ts';
import { refuseNoLeague } from '../prepare-to-read.ts';
import type { CloserInput, FromCloser } from './closer.ts';

export interface Closer {
  /** @returns the address that it listens on. */
  listen(): Promise<string>;
  /** Once the league that it is at is closed. */
  close(): Promise<void>;
  /** Called when its thread ended by itself. */
  onFatal(callback: (reason: string) => void): void;
}

export interface CloserOf {
  readonly settings: Settings;
  readonly rooms: readonly Feature<Services>[];
  readonly log: Log;
}

/** @throws SetupError when there is nothing that this program could work on. */
export async function openCloser({ settings, rooms, log }: CloserOf): Promise<Closer> {
  const { config } = settings;
  const target = storageTarget(settings);
  await refuseOthers(target, rooms);
  const counted = { closes: 0, failed: 0, bots: 0, ms: 0 };
  const http = openHttp(log, () => familiesOf(counted));
  let fatal: (reason: string) => void = () => undefined;
  let end = async (): Promise<void> => undefined;
  return {
    async listen() {
      const address = await listen(http, config.host, config.port);
      const rulesVersion = currentRules({ botsPerTier: limits.botsPerTierMax }).version;
      const { log: logLevel, slowMs } = config;
      const port = Number(new URL(address).port);
      const onClosed = ({ state, bots, ms }: Extract<FromCloser, { type: 'closed' }>): void => {
        if (state === 'failed') counted.failed++;
        else counted.closes++;
        counted.bots += bots;
        counted.ms += ms;
      };
      end = startThread({ target, version, rulesVersion, port, logLevel, slowMs }, log, onClosed, (why) => fatal(why));
      return address;
    },
    async close() {
      await end();
      await http.close().catch((e: unknown) => log.warn('the server did not close cleanly', { error: errorText(e) }));
    },
    onFatal: (callback) => void (fatal = callback),
  };
}

async function refuseOthers(target: ReturnType<typeof storageTarget>, rooms: CloserOf['rooms']): Promise<void> {
  const storage = openStorage(target, { readOnly: true, connections: 1, answerMsMax: 10_000 });
  try {
    await refuseNoLeague(storage, migrationsOf(rooms), 'engine');
  } finally {
    await storage.close();
  }
}

/** @returns ends it. */
function startThread(
  input: CloserInput,
  log: Log,
  onClosed: (closed: Extract<FromCloser, { type: 'closed' }>) => void,
  onDeath: (reason: string) => void,
): () => Promise<void> {
  const thread = startWorkingThread<FromCloser, 'stop'>({
    module: moduleUrl('cluster/closing/closer'),
    workerData: input,
    onMessage(m) {
      if (m.type === 'log') log[m.level](m.message, m.fields);
      else onClosed(m);
    },
    onDeath: (failure) => onDeath(`The thread that closes leagues ended: ${failure}`),
  });
  return async () => await thread.end('stop');
}

function openHttp(log: Log, families: () => readonly Family[]): FastifyInstance {
  const why = 'This process closes leagues and answers nothing else: ask the one that serves the league.';
  const http = createBesideServer({ ok: true, role: 'engine' }, why, log);
  http.get('/metrics', (_, reply) =>
    reply
      .headers({ ...headersOfBeside, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
      .send(families().map(familyText).join('')),
  );
  return http;
}

function familiesOf(counted: {
  readonly closes: number;
  readonly failed: number;
  readonly bots: number;
  readonly ms: number;
}): Family[] {
  return [
    ['papertape_engine_closes_total', 'counter', 'Closes of leagues that this process did.', one(counted.closes)],
    ['papertape_engine_failed_closes_total', 'counter', 'Of which could not be done.', one(counted.failed)],
    ['papertape_engine_closed_bots_total', 'counter', 'Bots that were valued in them.', one(counted.bots)],
    ['papertape_engine_close_seconds_total', 'counter', 'Seconds that they took.', one(counted.ms / 1000)],
    ...familiesOfProcess(processFigures()),
  ];
}
