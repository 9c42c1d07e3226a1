/** What the log says that failed, as a reader of the log alone judges it. */
import { expect, test } from 'vitest';
import { bookedBot } from '../../../../test/harness/booked-bot.ts';
import { nextMark as next } from '../../../../test/harness/next-mark.ts';
import { incidentEntry, openingEntry } from '../../../flow/mark/entries.ts';
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { dayMs, hourMs, markMs } from '../../../lib/time.ts';
import { failureIncident, type FailureKind } from '../../../operator/aside.ts';
import { emptyBook, type Book, type OpenOrder } from '../book.ts';

const close = Date.parse('2026-03-10T00:00:00Z');
const noon = close + 12 * hourMs;
const hash = '0'.repeat(64);
const bot = bookedBot('One', close - dayMs);

/** A book with one bot, whose next mark is the given one. */
function bookAt(mark: number, open: OpenOrder[] = []): Book {
  const opening = openingEntry({ openedAt: close - dayMs, priceSource: 'test', clock: 'real' });
  const book: Book = { ...emptyBook(), opening: JSON.parse(opening) as LogEntryOf<'log'>, mark: mark - markMs };
  book.bots.set('agt_1', { ...bot, open });
  if (open.length > 0) book.waiting.add('agt_1');
  return book;
}

const ofBot = { kind: 'bot', id: 'agt_1' } as const;
const ofRoom = { kind: 'room', id: 'rounds' } as const;
const ofClose = { kind: 'close', id: 'spot_crypto/2026-03-10' } as const;

/** The entry of a failure at the book's next mark. */
function failed(
  book: Book,
  kind: FailureKind,
  about: { kind: 'bot' | 'room' | 'close'; id: string },
  more: object = {},
): string {
  const mark = (book.mark ?? 0) + markMs;
  const said = failureIncident(kind, about, mark) ?? { ...failureIncident('value_kept', ofBot, mark)!, kind, about };
  return incidentEntry({ id: book.incidents + 1, ...said, ...more });
}

const closed = JSON.stringify({
  type: 'close',
  league: 'spot_crypto',
  close: new Date(close).toISOString(),
  bots: 1,
  board: hash,
  records: hash,
  baselines: hash,
});
const paid =
  '{"type":"payout","agent_id":"agt_1","league":"spot_crypto","room":"rounds","payout_id":"p","cash":"1","counts":false}';

test('a bot is set aside and readmitted, each once', () => {
  const book = bookAt(noon);
  expect(next(book, failed(book, 'set_aside', ofBot))).toEqual([]);
  expect(book.failed).toEqual([{ what: 'bot', id: 'agt_1', from: noon, to: undefined }]);
  expect(next(book, failed(book, 'set_aside', ofBot))).toEqual(['entry 1']);
  expect(next(book, failed(book, 'readmitted', ofBot))).toEqual([]);
  expect(next(book, failed(book, 'readmitted', ofBot))).toEqual(['entry 1']);
});

test('a close is missed or done, and a value is kept at one that is done', () => {
  let book = bookAt(close);
  expect(next(book, failed(book, 'close_missed', ofClose))).toEqual([]);
  expect(book.closes.get('spot_crypto')).toEqual([{ close, voided: true, moves: [] }]);
  book = bookAt(close);
  expect(next(book), 'neither').toEqual(['close of spot_crypto at 2026-03-10T00:00:00.000Z']);
  book = bookAt(close);
  expect(next(book, closed, failed(book, 'close_missed', ofClose)), 'both').toEqual(['entry 2']);
  book = bookAt(close);
  expect(next(book, closed, failed(book, 'value_kept', ofBot))).toEqual([]);
  book = bookAt(close);
  expect(
    next(book, failed(book, 'close_missed', ofClose), failed({ ...book, incidents: 1 }, 'value_kept', ofBot)),
  ).toEqual(['entry 2']);
});

test.each<[string, FailureKind, { kind: 'bot' | 'room' | 'close'; id: string }, object]>([
  ['of another mark', 'set_aside', ofBot, { atMark: noon - markMs }],
  ['with another reason', 'set_aside', ofBot, { reason: 'It pleased us.' }],
  ['by the operator', 'set_aside', ofBot, { by: 'operator' }],
  ['of a bot that nobody knows', 'set_aside', { kind: 'bot', id: 'agt_2' }, {}],
  ['of a league as if it were a bot', 'set_aside', ofClose, {}],
  ['of a value at a mark that is no close', 'value_kept', ofBot, {}],
  ['of a close at a mark that is none', 'close_missed', ofClose, {}],
])('an incident %s is told: %#', (_, kind, about, more) => {
  const book = bookAt(noon);
  expect(next(book, failed(book, kind, about, more))).not.toEqual([]);
});

test('a failure stands behind all else of its mark', () => {
  const book = bookAt(noon);
  const action = { type: 'action', action_id: 'act_1', at: '2026-03-10T11:59:00.000Z', action: 'hide', about: ofBot };
  const later = JSON.stringify({ ...action, reason: 'x', capacity: null });
  expect(next(book, failed(book, 'set_aside', ofBot), later)).toEqual(['place of entry 2 in its mark']);
});

test('a room that is set aside pays nothing', () => {
  const book = bookAt(noon);
  expect(next(book, paid)).toEqual([]);
  expect(next(book, failed(book, 'set_aside', ofRoom))).toEqual([]);
  expect(next(book, paid)).toEqual([`a payout of rounds at ${new Date(noon + 2 * markMs).toISOString()}`]);
  expect(next(book, paid, failed(book, 'readmitted', ofRoom))).toEqual([]);
});

test('an order is due at its limit, or at the mark at which its bot is readmitted', () => {
  const order = { sequence: 1, windowStart: noon - 6.5 * 60 * 60_000, receipt: hash, previous: '' };
  const late = ['outcome of order 1 of agt_1'];
  let book = bookAt(noon, [order]);
  expect(next(book)).toEqual(late);
  expect(next(book), 'told once').toEqual([]);
  book = bookAt(noon, [order]);
  expect(next(book, failed(book, 'set_aside', ofBot))).toEqual([]);
  expect(next(book)).toEqual([]);
  expect(next(book, failed(book, 'readmitted', ofBot))).toEqual(late);
});
