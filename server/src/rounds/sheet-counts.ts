/** How many sheets a bot has sent in a round, those under way among them: counted in memory beside its last receipt, and read anew with that. */
import type { CallerBot } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import type { Db } from '../storage/storage.ts';
import { countSheetsOf, type SheetsOf } from './rounds.sql.ts';

export interface SheetCounts {
  /** @returns what counts one more; to be called as the sheet is stamped. Both throw ApiError where one more is too many. */
  of(bot: CallerBot, roundId: string, sandbox: boolean): Promise<() => void>;
}

interface Sent {
  readonly roundId: string;
  readonly sheets: Promise<{ count: number }>;
}

export function createSheetCounts(db: Db): SheetCounts {
  /** Of the round that a bot answered last. One that is forgotten, since a sheet of it was not stored, comes back as another object. */
  const known = { counting: new WeakMap<CallerBot, Sent>(), sandbox: new WeakMap<CallerBot, Sent>() };
  return {
    async of(bot, roundId, sandbox) {
      const own = known[sandbox ? 'sandbox' : 'counting'];
      let sent = own.get(bot);
      if (sent?.roundId !== roundId) {
        sent = { roundId, sheets: read(db, { roundId, botId: bot.botId, sandbox }) };
        own.set(bot, sent);
        sent.sheets.catch(() => own.delete(bot));
      }
      const sheets = await sent.sheets;
      checkRoom(sheets);
      return () => {
        checkRoom(sheets);
        sheets.count++;
      };
    },
  };
}

async function read(db: Db, of: SheetsOf): Promise<{ count: number }> {
  return { count: await countSheetsOf(db, of) };
}

function checkRoom({ count }: { readonly count: number }): void {
  const max = limits.sheetsPerBotAndRoundMax;
  if (count >= max) throw new ApiError('sheet_limit', `The bot has sent ${max} sheets in this round.`);
}
