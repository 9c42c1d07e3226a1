/** Opens what the room of bots keeps while the service runs: who holds which key, makers, seats, and the mail for lost keys. */
import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import type { Ids, RandomBytes } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { realNow } from '../lib/real-clock.ts';
import type { SettingsByLeague } from '../operator/league-settings.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { createBotList, type AgentList } from './bot-list.ts';
import { countMails, createOutbox } from './mailer.ts';
import { prepareMakers } from './makers.job.ts';
import { createRecovery, type Recovery } from './recover.job.ts';
import { createRegistration, type Registration } from './register.job.ts';
import { createRegistry, type Registry } from './registry.ts';

export interface BotServices {
  readonly registry: Registry;
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly botList: AgentList;
}

export interface OpenBotsDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly log: Log;
  /** Seats in a tier of a league that the operator set none for. */
  readonly botsPerTier: number;
  /** What the operator set of the leagues. */
  readonly settings: () => Promise<SettingsByLeague>;
  /** Mails go into its folder `outbox`. */
  readonly dataDir: string;
  readonly baseUrl: () => string;
  /** May the bot get one more mail now? Counts it. */
  readonly mayMail: (botId: string) => Promise<boolean>;
  readonly onMail: (isKept: boolean) => void;
}

export async function openBots(deps: OpenBotsDeps): Promise<BotServices> {
  const { db, random, baseUrl, log } = deps;
  const makers = await prepareMakers(db, random);
  const registry = createRegistry(db);
  const outbox = createOutbox({ folder: join(deps.dataDir, 'outbox'), baseUrl, log });
  return {
    registry,
    registration: createRegistration({ ...deps, makers }),
    recovery: createRecovery({ ...deps, makers, registry, mailer: countMails(outbox, deps.onMail), realNow }),
    botList: createBotList(db),
  };
}
