/**
 * The orders of a day's file: every one that counts has an outcome within the rules' time, a sandbox order has none, and the numbers of a
 * bot's orders have no gap. So nobody can take an order that counts back, whatever its window brought: whether it counts stood in the log
 * before the window was over.
 */
import { decidedAfterMsMax } from '../../flow/mark/queue.ts';
import { receiptHash } from '../../flow/order/receipt.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { windowMs } from '../../lib/time.ts';
import type { About } from 'papertape-contract/about';
import { lateSentence } from '../../operator/late-book.ts';
import { isLateMark, readLate, type LateStretch } from '../../operator/late.ts';
import { isFailure, noneAside, noteAside, type Aside } from '../../operator/aside.ts';
import { sha256 } from '../../lib/hash.ts';
import { str, type Entry, type Line } from './day-line.ts';
import { failedSentence, noteFailed, type FailedPart } from './failed-parts.ts';
import type { Steps } from './steps.ts';

interface LoggedOrder {
  readonly mark: Instant;
  readonly receipt: string;
}

/** What one day's file leaves to the next one. */
export interface KnownOrders {
  /** Orders that count and have no outcome yet, the oldest first, by bot and number. */
  readonly open: Map<string, LoggedOrder>;
  /** What is set aside. The orders of such a bot wait without a limit. */
  readonly aside: Aside;
  /** What the service says that failed. */
  readonly failed: FailedPart[];
  /** What it says of late marks. */
  readonly late: LateStretch[];
  /** Number of the last order of each bot that is known. */
  readonly sequences: Map<string, number>;
  /** The first mark that is known. */
  readonly from: Instant | undefined;
}

interface LoggedOutcome {
  readonly orderId: string;
  readonly outcome: string;
  /** Undefined: its order stands in a file that is not there. */
  readonly receipt: string | undefined;
}

export function createDayOrders(steps: Steps, known?: KnownOrders) {
  const open = known?.open ?? new Map<string, LoggedOrder>();
  const aside = known?.aside ?? noneAside();
  const failed = known?.failed ?? [];
  const late = known?.late ?? [];
  const sequences = known?.sequences ?? new Map<string, number>();
  const outcomes = new Map<string, LoggedOutcome>();
  let from = known?.from;
  const tally = { counting: 0, sandbox: 0, fills: 0, unknown: 0 };
  const bad = (what: string, stated: string | number | boolean, computed: string | number | boolean): void => {
    if (stated !== computed) steps.differs(what, stated, computed);
  };

  function enterOrder(entry: Entry, mark: Instant): void {
    const botId = str(entry, 'agent_id');
    const sequence = Number(entry['sequence']);
    const key = `${botId} ${sequence}`;
    const last = sequences.get(botId);
    if (last !== undefined) bad(`number of the order ${key}, behind the one before`, sequence, last + 1);
    sequences.set(botId, sequence);
    if (entry['counts'] === true) open.set(key, { mark, receipt: str(entry, 'receipt') });
    tally[entry['counts'] === true ? 'counting' : 'sandbox']++;
  }

  function enterOutcome(entry: Entry, mark: Instant): void {
    const key = `${str(entry, 'agent_id')} ${String(entry['sequence'])}`;
    const start = Date.parse(str(entry, 'window_start'));
    const order = open.get(key);
    open.delete(key);
    if (order || start >= (from ?? mark))
      bad(`the outcome of ${key} is of an order that counts`, order ? iso(order.mark) : 'none', iso(start));
    else tally.unknown++;
    bad(`the outcome of ${key} came when its window was over`, mark >= start + windowMs, true);
    bad(`the outcome of ${key} is the only one`, outcomes.has(key), false);
    outcomes.set(key, { orderId: str(entry, 'order_id'), outcome: str(entry, 'outcome'), receipt: order?.receipt });
  }

  return {
    begin(mark: Instant, isFirst: boolean): void {
      if (isFirst) from ??= mark;
    },
    enter(entry: Entry, mark: Instant): void {
      if (entry.type === 'bot') sequences.set(str(entry, 'agent_id'), 0);
      else if (entry.type === 'order') enterOrder(entry, mark);
      else if (entry.type === 'outcome') enterOutcome(entry, mark);
      else if (entry.type === 'incident') enterIncident(steps, { aside, failed, late }, entry, mark);
    },
    /** After the last entry of a mark: what is too late by now? It is told once. */
    end(mark: Instant): void {
      for (const [key, order] of open) {
        if (order.mark + decidedAfterMsMax > mark) break;
        if (aside.bot.has(botOf(key))) continue;
        open.delete(key);
        const by = iso(order.mark + decidedAfterMsMax);
        steps.differs(`outcome of ${key}, an order that counts, of the mark ${iso(order.mark)}`, 'none', `by ${by}`);
      }
    },
    /** What an outcome is the hash of, and the order that its receipt is the hash of. */
    open(line: Line): void {
      const id = str(line, 'order_id');
      const key = `${str(line, 'agent_id')} ${String(line['sequence'])}`;
      const logged = outcomes.get(key);
      if (!logged) throw new Error(`the log has no outcome of ${id}`);
      outcomes.delete(key);
      bad(`order of the outcome of ${key}`, logged.orderId, id);
      bad(`outcome of ${id}`, logged.outcome, sha256(str(line, 'outcome_text')));
      if (logged.receipt !== undefined) bad(`receipt of ${id}`, logged.receipt, receiptOf(line));
      tally.fills++;
    },
    /** Start of the window of the oldest order that is open. */
    oldest: (): Instant | undefined => open.values().next().value?.mark,
    finish(): KnownOrders {
      for (const { orderId } of outcomes.values())
        steps.differs(`order ${orderId}, which has an outcome`, 'none', 'a line');
      tellOrders(steps, tally, open.size);
      return { open, aside, failed, late, sequences, from };
    },
  };
}

function tellOrders(
  steps: Steps,
  { counting, sandbox, fills, unknown }: Readonly<Record<'counting' | 'sandbox' | 'fills' | 'unknown', number>>,
  open: number,
): void {
  steps.ok(`${counting} orders that count and ${sandbox} sandbox orders: no number is left out`);
  steps.ok(`${fills} outcomes, each of an order that counts, within the time that the rules give it`);
  if (unknown > 0) steps.note(`${unknown} of these orders came before the first file that is here.`);
  if (open > 0) steps.note(`${open} orders wait for their outcome, which is due in the file of the next day.`);
}

function enterIncident(
  steps: Steps,
  { aside, failed, late }: Pick<KnownOrders, 'aside' | 'failed' | 'late'>,
  entry: Entry,
  mark: Instant,
): void {
  const incident = { kind: str(entry, 'kind'), about: entry['about'] as About };
  if (isFailure(incident) && str(entry, 'at') !== iso(mark))
    steps.differs(`mark of the incident ${incident.kind} about ${incident.about.id}`, str(entry, 'at'), iso(mark));
  noteAside(aside, incident);
  noteFailed(failed, incident, mark);
  const told = isLateMark(incident) ? readLate(str(entry, 'reason')) : undefined;
  if (told) late.push(told);
  else if (isLateMark(incident))
    steps.differs('what is said of late marks', str(entry, 'reason'), 'from when to when, and how late');
}

/** Of a key of an order: its bot. */
const botOf = (key: string): string => key.split(' ')[0] ?? '';

/** What the service says that failed, and which marks it says were late, up to the end of a day, in sentences. */
export function toldUpTo({ open, failed, late }: KnownOrders): string {
  const bots = [...open.keys()].map(botOf);
  const parts = failedSentence(failed, (botId) => bots.filter((b) => b === botId).length);
  return [parts, lateSentence({ told: late, open: [], looked: new Map() })].filter((s) => s !== '').join(' ');
}

function receiptOf(line: Line): string {
  return receiptHash({
    orderId: str(line, 'order_id'),
    botId: str(line, 'agent_id'),
    sequence: Number(line['sequence']),
    receivedAt: Date.parse(str(line, 'received_at')),
    league: str(line, 'league'),
    sandbox: false,
    date: str(line, 'date'),
    weights: str(line, 'weights_text'),
    reason: line['reason'] as string | null,
    nonce: str(line, 'nonce'),
    previous: str(line, 'previous_receipt'),
    rulesVersion: str(line, 'rules_version'),
  });
}
