/**
 * A new key by mail: for an owner who lost the key. A request names the contact address; when it is the bot's, a link goes there. The
 * link opens a page, and the button of that page replaces the key: programs that look into mails follow links, and press no buttons.
 *
 * The answer comes once the mail waits in the database, so that a process that ends behind it loses none. Nobody learns from it, or from how
 * long it takes, whether the address was right: of a wrong one as much is counted and stored, for a bot that there is not.
 */
import { randomBytes } from 'node:crypto';
import { limits } from 'papertape-contract/limits';
import type { Clock } from '../lib/clock.ts';
import type { RandomBytes } from '../lib/ids.ts';
import type { WrittenMail } from '../mail/mail.ts';
import type { Mails } from '../mail/open-mails.ts';
import type { Bot } from './bot.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { stored } from '../storage/stored.ts';
import { botById, replaceKey } from './bots.sql.ts';
import { dropExpiredRecoveries, dropRecoveries, insertRecovery, keyHashOf, recoveringBot } from './identity.sql.ts';
import { erasedContact } from './erase.sql.ts';
import { contactBot } from './contacts/contacts.sql.ts';
import { createKey, hashKey } from './key.ts';
import type { Makers } from './read-makers.ts';
import type { Registry } from './registry.ts';

export interface RecoveryDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly makers: Makers;
  readonly registry: Registry;
  readonly mails: Pick<Mails, 'ask' | 'wake' | 'setWriter'>;
  readonly baseUrl: () => string;
  /** Links live in real time, whatever the clock of the league. */
  readonly realNow: () => number;
  /** May the bot get one more mail now? Counts it. */
  readonly mayMail: (botId: string) => Promise<boolean>;
}

export interface Recovery {
  /** Resolves once the mail, if there is one, waits to be sent. Throws ApiError when that could not be stored. */
  request(bot: Bot, contact: string): Promise<void>;
  /** The bot that a link is for; undefined when the link is used, too old, or none. */
  botOf(token: string): Promise<Bot | undefined>;
  /** Uses the link up. @returns undefined when it is no good any more. */
  redeem(token: string): Promise<{ readonly botId: string; readonly apiKey: string } | undefined>;
}

/** Stands for the bot in what is stored of a request that mails nothing; no id of a bot is like it. */
const nobody = 'nobody';
const tokenPattern = /^[\w-]{43}$/;

export function createRecovery(deps: RecoveryDeps): Recovery {
  const { db, intake, clock, random, registry, realNow, makers, mails, mayMail } = deps;
  mails.setWriter('recovery', (botId) => writeMail(deps, botId));

  return {
    async request(bot, contact) {
      const isRight = makers.idOf(contact) === bot.makerId;
      const isMailed = await mayMail(isRight ? bot.botId : nobody);
      const about = isRight && isMailed ? bot.botId : nobody;
      const also = async (trx: Trx): Promise<void> => void (await mails.ask(trx, 'recovery', about));
      await stored(intake.write({ also }), 'the request; no mail is sent');
      mails.wake();
    },
    async botOf(token) {
      const id = tokenPattern.test(token) ? await recoveringBot(db, hashKey(token), realNow()) : undefined;
      return id === undefined ? undefined : await botById(db, id);
    },
    async redeem(token) {
      if (!tokenPattern.test(token)) return undefined;
      const apiKey = createKey(random);
      let done: { botId: string; oldHash: string | undefined } | undefined;
      // All within one transaction: of two that use the link at once one wins, and the key that dies is the one that stands then.
      const also = async (trx: Trx): Promise<void> => {
        const botId = await recoveringBot(trx, hashKey(token), realNow());
        if (botId === undefined || (await dropRecoveries(trx, botId)) === 0) return;
        done = { botId, oldHash: await keyHashOf(trx, botId) };
        await replaceKey(trx, botId, hashKey(apiKey), clock.now());
      };
      await stored(intake.write({ also }), 'the new key; the old one is good');
      if (done === undefined) return undefined;
      if (done.oldHash === undefined) throw new Error('a key was replaced and no bot has it');
      registry.replaced({ keyHash: done.oldHash });
      return { botId: done.botId, apiKey };
    },
  };
}

async function writeMail({ db, realNow, baseUrl }: RecoveryDeps, botId: string): Promise<WrittenMail | undefined> {
  const bot = await botById(db, botId);
  // Who said that a bot is of somebody else does not get its key.
  if (!bot || bot.contact === erasedContact || (await contactBot(db, botId)) === 'disowned') return undefined;
  const token = randomBytes(32).toString('base64url');
  const now = realNow();
  return {
    to: bot.contact,
    subject: 'A new API key for your bot',
    text: mailText(bot, token, baseUrl()),
    async store(trx) {
      await dropExpiredRecoveries(trx, now);
      await insertRecovery(trx, hashKey(token), botId, now + limits.recoveryLinkMinutes * 60_000);
    },
  };
}

/** Without the bot's name: whoever registers a bot with somebody else's address must not write to that person through it. */
function mailText(bot: Pick<Bot, 'botId'>, token: string, baseUrl: string): string {
  return `Somebody asked for a new API key for the bot ${bot.botId},
which was registered with this address at ${baseUrl}.

To replace the key, open this page within ${limits.recoveryLinkMinutes} minutes and press its button:

${baseUrl}/recover/${token}

The new key is shown there once. The old one stops working at that moment.

If it was not you, do nothing: the key stays as it is.
`;
}
