/** Opens what the room of bots keeps while the service runs: who holds which key, makers, seats, and the mails for lost keys. */
import { createBotList, type AgentList } from './bot-list.ts';
import { prepareMakers } from './makers.job.ts';
import { openModerated, type Moderated } from './moderated.ts';
import { createRecovery, type Recovery, type RecoveryDeps } from './recover.job.ts';
import { createRegistration, type RegisterDeps, type Registration } from './register.job.ts';
import { createContacts, type Contacts, type ContactsDeps } from './contacts/contacts.job.ts';
import type { Makers } from './read-makers.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { createRegistry, type Registry } from './registry.ts';

export type { Contacts };

export interface BotServices {
  readonly makers: Makers;
  readonly registry: Registry;
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly contacts: Contacts;
  readonly botList: AgentList;
  readonly moderated: Moderated;
}

export interface OpenBotsDeps
  extends
    Omit<RegisterDeps, 'makers' | 'oneAtATime' | 'mails' | 'moderated'>,
    Omit<RecoveryDeps, 'makers' | 'registry' | 'mails'>,
    Omit<ContactsDeps, 'makers' | 'oneAtATime'> {}

export async function openBots(deps: OpenBotsDeps, isBeside: boolean): Promise<BotServices> {
  const { db, random } = deps;
  const makers = await prepareMakers(db, random);
  const moderated = await openModerated(db, makers);
  const registry = createRegistry(db, isBeside);
  const oneAtATime = createOneAtATime();
  return {
    makers,
    registry,
    moderated,
    registration: createRegistration({ ...deps, makers, moderated, oneAtATime }),
    contacts: createContacts({ ...deps, makers, oneAtATime }),
    recovery: createRecovery({ ...deps, makers, registry }),
    botList: createBotList(db),
  };
}
