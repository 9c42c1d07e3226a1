/** `papertape admin suspend|resume|delist SYMBOL`. */
import type { SymbolId } from '../league/symbol.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import type { SymbolActionKind } from '../operator/action.ts';
import { askForSymbol } from '../operator/ask.job.ts';
import type { Db } from '../storage/storage.ts';
import { askDeps, outcome, readStanding } from './admin-data.ts';

export const symbolActions: Readonly<Record<SymbolActionKind, string>> = {
  suspend: 'Freeze a symbol in every portfolio at its last agreed price; orders leave it as it is until it is resumed',
  resume: 'End a suspension: the symbol trades at market prices again',
  delist: 'Turn a symbol into cash in every portfolio, at its last agreed price, for good',
};

/** @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function actOnSymbol(db: Db, action: SymbolActionKind, symbol: SymbolId, reason: string): Promise<string> {
  const standing = await readStanding(db);
  await askForSymbol(askDeps(db), standing, { action, symbol, reason });
  const frozen = standing.suspended.get(symbol);
  const at = frozen?.priceAt === undefined ? 'its last agreed price' : `${formatFixed(frozen.price, priceScale)} USD`;
  const what = {
    suspend: `${symbol} will be suspended: frozen in every portfolio at ${at}. Orders leave it as it is and are not rejected for it.`,
    resume: `${symbol} will be resumed: it trades at market prices again.`,
    delist: `${symbol} will be delisted for good: turned into cash in every portfolio at ${at}.`,
  }[action];
  return outcome(what, standing);
}
