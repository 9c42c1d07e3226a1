/**
 * Standing: what holds of symbols and leagues, once everything that the operator asked for before is applied. New requests are checked
 * against it (checks.ts).
 */
import type { MarketVersion } from '../flow/price/market.ts';
import { keptPrice, type Suspension } from '../flow/price/suspension.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import type { OperatorAction } from './action.ts';
import type { Incident } from './incident.ts';
import {
  foldSetting,
  foldSettings,
  isLeagueAction,
  leagueIncidents,
  type SettingsByLeague,
} from './league-settings.ts';
import {
  foldModeration,
  isModerationAction,
  moderationIncidents,
  noteModeration,
  type Moderation,
} from './moderation.ts';
import { foldSuspensions } from './suspensions.ts';

export interface Standing {
  /** The instant of the data: the real time on the real clock, the last mark on any other. */
  readonly now: Instant;
  /** The first mark at which what is asked for now can be done. */
  readonly nextMark: Instant;
  /** The mark after the last one that is done: earlier where the service is behind with its marks. */
  readonly followingMark: Instant;
  readonly symbols: readonly SymbolId[];
  /** What of each symbol only the operator ends. */
  readonly bySymbol: ReadonlyMap<SymbolId, 'suspended' | 'delisted' | undefined>;
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
  /** End of the window of the price that each symbol has; absent when it never had one. */
  readonly staleSince: ReadonlyMap<SymbolId, Instant>;
  readonly settings: SettingsByLeague;
  /** Who is banned, and which texts are hidden. */
  readonly moderation: Moderation;
  /** Leagues that trade. */
  readonly live: ReadonlySet<string>;
  readonly pending: readonly OperatorAction[];
}

export interface StandingInput {
  readonly now: Instant;
  /** The mark after the last one that is done. */
  readonly followingMark: Instant;
  /** The versions of the market, in order. */
  readonly versions: readonly MarketVersion[];
  readonly log: readonly Incident[];
  /** When each symbol was last agreed. */
  readonly agreedAt: ReadonlyMap<SymbolId, Instant>;
  readonly pending: readonly OperatorAction[];
}

export function standingOf({ now, followingMark, versions, log, pending, agreedAt }: StandingInput): Standing {
  const suspended = foldSuspensions(log);
  const settings = foldSettings(log);
  const nextMark = Math.max(followingMark, Math.ceil(now / markMs) * markMs);
  const moderation = foldModeration(log);
  for (const a of pending) {
    if (isLeagueAction(a.action)) foldSetting(settings, { ...a, atMark: nextMark, kind: leagueIncidents[a.action] });
    if (isModerationAction(a.action)) noteModeration(moderation, { ...a, kind: moderationIncidents[a.action] });
  }
  return {
    now,
    nextMark,
    followingMark,
    symbols: [...new Set(versions.flatMap((v) => [...v.leagues.values()].flatMap((l) => l.symbols)))].sort(),
    bySymbol: symbolsOf(suspended, pending),
    suspended,
    staleSince: new Map([...agreedAt].map(([symbol, at]) => [symbol, keptPrice(suspended.get(symbol))?.at ?? at])),
    settings,
    moderation,
    live: new Set(versions.at(-1)?.leagues.keys()),
    pending,
  };
}

/** What the engine suspended, it resumes by itself; only the operator's own holds. */
function symbolsOf(
  suspended: ReadonlyMap<SymbolId, Suspension>,
  pending: readonly OperatorAction[],
): Map<SymbolId, 'suspended' | 'delisted' | undefined> {
  const bySymbol = new Map<SymbolId, 'suspended' | 'delisted' | undefined>();
  for (const [symbol, s] of suspended) if (s.kind === 'delisted' || s.by === 'operator') bySymbol.set(symbol, s.kind);
  for (const { action, about } of pending) {
    if (action !== 'suspend' && action !== 'resume' && action !== 'delist') continue;
    if (bySymbol.get(about.id) === 'delisted') continue;
    bySymbol.set(about.id, ({ suspend: 'suspended', resume: undefined, delist: 'delisted' } as const)[action]);
  }
  return bySymbol;
}
