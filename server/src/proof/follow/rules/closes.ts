/** Closes: one of each league that has bots, of all that are there; tiers are left where a bot is; what the operator did is numbered. */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { tierNames } from '../../../league/tiers.ts';
import { iso } from '../../../lib/clock.ts';
import { isClose, weekStart } from '../../../lib/time.ts';
import { mayVoid, parseCloseName } from '../../../flow/ladder/void.ts';
import { lapsingUpTo } from '../../../flow/ladder/seat.ts';
import { isPresent } from '../../../flow/mark/presence.ts';
import { reinstatableUntil } from '../../../operator/reinstate.ts';
import { isFoundOut } from '../../../operator/incident.ts';
import type { BookedBot } from '../book.ts';
import { knownBot, type AtMark, type EntryRules } from './context.ts';
import { failureRules } from './failures.ts';

export function closeRules(at: AtMark): EntryRules & { readonly end: () => void } {
  const { book, differs, mark } = at;
  const closed = new Set<string>();
  const failures = failureRules(at, closed);
  const moves: LogEntryOf<'move'>[] = [];
  let bots: ReadonlyMap<string, number> | undefined;
  /** How many bots of each league are valued at this mark. */
  const present = (): ReadonlyMap<string, number> => (bots ??= countPresent(at));

  function voided(name: string, id: string): void {
    const close = parseCloseName(id);
    const last = close && book.closes.get(close.league)?.at(-1);
    if (close && last && mayVoid(close.close, last)) last.voided = true;
    else differs(`close that ${name} voids`, id, 'the last close of a league');
  }

  function move(entry: LogEntryOf<'move'>, name: string): void {
    const { agent_id: botId, from, to, league, why } = entry;
    const bot = knownBot(at, name, botId);
    if (!bot) return;
    if (bot.league !== league) differs(`league of ${name}`, league, bot.league);
    if (bot.tier !== from) differs(`tier that ${botId} leaves in ${name}`, from, bot.tier);
    if (Math.abs(to - from) !== 1 || tierNames[to] === undefined) differs(`tier of ${name}`, to, 'the next one');
    if (why !== 'voided' && !isClose(mark)) differs(`mark of ${name}, a move`, iso(mark), 'a close');
    if (why !== 'voided') moves.push(entry);
    bot.tier = to;
  }

  return {
    action({ at: asked }, name) {
      if (Date.parse(asked) > mark) differs(`instant of ${name}`, asked, `${iso(mark)} or before`);
    },
    incident(entry, name) {
      const { incident_id: id, at: told, kind, about, by } = entry;
      book.incidents++;
      if (id !== book.incidents) differs(`number of ${name}, an incident`, id, book.incidents);
      if (failures.incident(entry, name)) return;
      if (told !== iso(mark) && !isFoundOut(entry)) differs(`mark of ${name}, an incident`, told, iso(mark));
      if (kind === 'close_voided') voided(name, about.id);
      const bot = kind === 'agent_retired' ? knownBot(at, name, about.id) : undefined;
      if (bot && by === 'engine') lapsed(at, bot, name);
      if (bot) bot.retiredByOperatorAt = mark;
      const back = kind === 'agent_reinstated' ? knownBot(at, name, about.id) : undefined;
      if (back) reinstated(at, back, name);
    },
    delisting: ({ agent_id: botId }, name) => void knownBot(at, name, botId),
    payout(entry, name) {
      knownBot(at, name, entry.agent_id);
      failures.payout(entry);
    },
    move,
    week({ league, champion }, name) {
      if (!isClose(mark)) differs(`mark of ${name}, a week`, iso(mark), 'a close');
      if (champion !== null && book.bots.get(champion)?.league !== league)
        differs(`champion of ${name}`, champion, `a bot of ${league}`);
    },
    close({ league, close, bots: valued }, name) {
      if (!isClose(mark) || close !== iso(mark)) differs(`instant of ${name}, a close`, close, 'the close of its mark');
      if (closed.has(league)) differs(name, `a close of ${league}`, 'one close of each league');
      closed.add(league);
      if (valued !== (present().get(league) ?? 0))
        differs(`bots of ${league} at ${close}`, valued, present().get(league) ?? 0);
      const earlier = (book.closes.get(league) ?? []).filter((c) => c.close >= weekStart(mark));
      const made = moves.filter((m) => m.league === league);
      book.closes.set(league, [...earlier, { close: mark, voided: false, moves: made }]);
    },
    end() {
      failures.end();
      if (!isClose(mark)) return;
      for (const league of present().keys())
        if (!closed.has(league)) differs(`close of ${league} at ${iso(mark)}`, undefined, 'a close');
    },
  };
}

/** A seat lapses at a close, after the days of the rule, never the service's own, and not while an order that counts is under way. */
function lapsed({ differs, mark }: AtMark, bot: BookedBot, name: string): void {
  const upTo = isClose(mark) ? lapsingUpTo(mark, bot.registeredAt) : undefined;
  if (upTo === undefined || bot.house || bot.open.length > 0)
    differs(`seat that lapses by ${name}`, bot.name, 'one without an order under way, at a close, after its days');
}

/** No close has passed without it. */
function reinstated({ differs, mark }: AtMark, bot: BookedBot, name: string): void {
  const { retiredByOperatorAt: at } = bot;
  if (at === undefined || mark > reinstatableUntil(at))
    differs(`bot that ${name} reinstates`, bot.name, 'one that was retired by an incident since the last close');
  bot.retiredByOperatorAt = undefined;
}

function countPresent({ book, mark }: AtMark): Map<string, number> {
  const counts = new Map<string, number>();
  for (const bot of book.bots.values())
    if (isPresent(bot, mark)) counts.set(bot.league, (counts.get(bot.league) ?? 0) + 1);
  return counts;
}
