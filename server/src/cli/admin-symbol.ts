/** `papertape admin suspend|resume|delist SYMBOL`. */
import type { SymbolActionKind } from '../operator/action.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Db } from '../storage/storage.ts';
import { ask, outcome, readData, type AdminData } from './admin-data.ts';

export const symbolActions: Readonly<Record<SymbolActionKind, string>> = {
  suspend: 'Freeze a symbol in every portfolio at its last agreed price; orders leave it as it is until it is resumed',
  resume: 'End a suspension: the symbol trades at market prices again',
  delist: 'Turn a symbol into cash in every portfolio, at its last agreed price, for good',
};

/** @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function actOnSymbol(db: Db, action: SymbolActionKind, symbol: SymbolId, reason: string): Promise<string> {
  const data = await readData(db);
  checkAction(action, symbol, data);
  await ask(db, data, { action, about: { kind: 'symbol', id: symbol }, reason });
  const frozen = data.suspended.get(symbol);
  const at = frozen?.priceAt === undefined ? 'its last agreed price' : `${formatFixed(frozen.price, priceScale)} USD`;
  const what = {
    suspend: `${symbol} will be suspended: frozen in every portfolio at ${at}. Orders leave it as it is and are not rejected for it.`,
    resume: `${symbol} will be resumed: it trades at market prices again.`,
    delist: `${symbol} will be delisted for good: turned into cash in every portfolio at ${at}.`,
  }[action];
  return outcome(what, data);
}

function checkAction(action: SymbolActionKind, symbol: SymbolId, { symbols, standing, suspended }: AdminData): void {
  if (!symbols.includes(symbol)) {
    throw new SetupError(`There is no symbol "${symbol}" in this data.`, `Take one of: ${symbols.join(', ')}.`);
  }
  const now = standing.get(symbol);
  if (now === 'delisted')
    throw new SetupError(`${symbol} is delisted.`, 'That is for good: nothing can be done to it any more.');
  if (action === 'suspend' && now === 'suspended') {
    throw new SetupError(`${symbol} is suspended by the operator already.`, 'Resume or delist it.');
  }
  if (action === 'resume' && now !== 'suspended' && !suspended.has(symbol)) {
    throw new SetupError(`${symbol} is not suspended.`, 'There is nothing to resume; see papertape admin incidents.');
  }
}
