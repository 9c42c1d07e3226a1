/** What the audit reads of the public log, and of the tables that its entries are made of. Each comes in the order of the entries. */
import {
  hiddenNames,
  loggedBot,
  loggedDelisting,
  storedHead,
  storedTileHash,
  type LogHead,
} from '../engine/log.sql.ts';
import type { LoggedBot, LoggedDelisting, LoggedRetirement } from '../flow/mark/entries.ts';
import type { Instant } from '../lib/clock.ts';
import type { TileHash } from '../tlog/append.ts';
import { tileWidth } from '../tlog/tiles.ts';
import { heldRows, type Snapshot } from './audit.sql.ts';

type Chunks<T> = AsyncIterable<readonly T[]>;

export async function* headsOf(from: Snapshot): Chunks<LogHead> {
  for await (const rows of heldRows(from, 'ledger.log_heads', 'mark')) yield rows.map(storedHead);
}

export interface HeldEntry {
  readonly index: number;
  readonly text: string;
}

/** Entries by their index; one that stands in no bundle of its place has the index that it would have there. */
export async function* entriesOf(from: Snapshot): Chunks<HeldEntry> {
  for await (const rows of heldRows(from, 'ledger.log_bundles', 'number')) {
    for (const { number, entries } of rows)
      yield entries.split('\n').map((text, i) => ({ index: Number(number) * tileWidth + i, text }));
  }
}

export async function* tileHashesOf(from: Snapshot): Chunks<TileHash> {
  for await (const rows of heldRows(from, 'ledger.log_hashes', 'level', 'place')) yield rows.map(storedTileHash);
}

export async function* registrationsOf(from: Snapshot): Chunks<LoggedBot> {
  const names = await hiddenNames(from.trx);
  for await (const rows of heldRows(from, 'intake.bots', 'registered_at', 'agent_id')) {
    yield rows.map((r) => loggedBot(r, names));
  }
}

/** Of owners: those of the operator are in the log of incidents. */
export async function* retirementsOf(from: Snapshot): Chunks<LoggedRetirement> {
  for await (const rows of heldRows(from, 'intake.bots', 'retired_at', 'agent_id')) {
    const retired = rows.filter((r) => r.retired_at !== null && r.retired_by === null);
    yield retired.map((r) => ({ at: Number(r.retired_at), botId: r.agent_id, supersededBy: r.superseded_by }));
  }
}

export interface DelistingAt extends LoggedDelisting {
  readonly mark: Instant;
}

export async function* delistingsOf(from: Snapshot): Chunks<DelistingAt> {
  for await (const rows of heldRows(from, 'ledger.delistings', 'at_mark', 'agent_id', 'symbol')) {
    yield rows.map((r) => ({ mark: Number(r.at_mark), ...loggedDelisting(r) }));
  }
}

export interface BoardAt {
  readonly league: string;
  readonly close: Instant;
  /** JSON. */
  readonly baselines: string;
}

export async function* boardsOf(from: Snapshot): Chunks<BoardAt> {
  for await (const rows of heldRows(from, 'ledger.boards', 'close', 'league'))
    yield rows.map((r) => ({ league: r.league, close: Number(r.close), baselines: r.baselines }));
}
