/** Opens what the room of bots keeps while the service runs: who holds which key, makers, seats, and the mail for lost keys. */
import { join } from 'node:path';
import { realNow } from '../lib/real-clock.ts';
import { createBotList, type AgentList } from './bot-list.ts';
import { countMails, createOutbox } from './mailer.ts';
import { prepareMakers } from './makers.job.ts';
import { createRecovery, type Recovery, type RecoveryDeps } from './recover.job.ts';
import { createRegistration, type RegisterDeps, type Registration } from './register.job.ts';
import { createRegistry, type Registry } from './registry.ts';

export interface BotServices {
  readonly registry: Registry;
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly botList: AgentList;
}

export interface OpenBotsDeps
  extends Omit<RegisterDeps, 'makers'>, Omit<RecoveryDeps, 'makers' | 'registry' | 'mailer' | 'realNow'> {
  /** Mails go into its folder `outbox`. */
  readonly dataDir: string;
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
