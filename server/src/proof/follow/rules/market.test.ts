/** The end of a simulated market, as a reader of the log alone judges it. */
import { expect, test } from 'vitest';
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { bookedBot } from '../../../../test/harness/booked-bot.ts';
import { nextMark } from '../../../../test/harness/next-mark.ts';
import { incidentEntry, openingEntry, orderEntry, seedEntry } from '../../../flow/mark/entries.ts';
import { hourMs, markMs } from '../../../lib/time.ts';
import { secretSourceId, seedHash } from '../../../sources/simulated/seed.ts';
import { emptyBook, type Book } from '../book.ts';

const secret = { seed: 'a1'.repeat(32), salt: 'b2'.repeat(16) };
const other = { ...secret, seed: 'c3'.repeat(32) };
const opened = Date.parse('2026-03-10T12:00:00Z');
const end = opened + hourMs;
const seed = seedEntry({ hash: seedHash(secret), ...secret });

/** @param more members of the book. */
function bookAt(mark: number, source = secretSourceId(secret), more: Partial<Book> = {}): Book {
  const opening = openingEntry({ openedAt: opened, priceSource: source, clock: 'real' });
  const book: Book = {
    ...emptyBook(),
    opening: JSON.parse(opening) as LogEntryOf<'log'>,
    mark: mark - markMs,
    ...more,
  };
  book.bots.set('agt_1', { ...bookedBot('One', opened), sequence: 0 });
  return book;
}

const ended = incidentEntry({
  id: 1,
  atMark: end,
  kind: 'market_ended',
  about: { kind: 'market', id: seedHash(secret) },
  price: null,
  priceAt: null,
  by: 'operator',
  reason: 'The season is over.',
});
const ordered = (counts: boolean): string =>
  orderEntry({ botId: 'agt_1', sequence: 1, sandbox: !counts, receipt: '1'.repeat(64) });

/** The book of a market that ended, before the mark so many marks behind its end. */
const endedBefore = (marks: number): Book => bookAt(end + marks * markMs, undefined, { endedAt: end });

test('the seed is published at the mark 30 minutes after that of the end, and at no other', () => {
  const book = bookAt(end);
  expect(nextMark(book, ended)).toEqual([]);
  expect(book.endedAt).toBe(end);
  for (let i = 1; i < 6; i++) expect(nextMark(book)).toEqual([]);
  expect(nextMark(book, seed)).toEqual([]);
  expect(nextMark(book)).toEqual([]);
});

test.each([
  ['before any end', bookAt(end), [seed]],
  ['a mark early', endedBefore(5), [seed]],
  ['not at all when it is due', endedBefore(6), []],
  ['twice', endedBefore(6), [seed, seed]],
  ['once more, later', endedBefore(7), [seed]],
])('the seed %s is told', (_, book, entries) => {
  expect(nextMark(book, ...entries)).toEqual([expect.stringMatching(/^entries at .* that publish the seed$/)]);
});

test('another seed than the one that the log began with is told', () => {
  const wrong = seedEntry({ hash: seedHash(other), ...other });
  expect(nextMark(endedBefore(6), wrong)).toEqual(['seed in entry 1']);
  expect(nextMark(endedBefore(6), seedEntry({ hash: seedHash(other), ...secret }))).toEqual([
    'hash of the seed in entry 1',
  ]);
});

test('an order that counts is told when the seed is public, at the very mark and later; a sandbox order is not', () => {
  expect(nextMark(endedBefore(5), ordered(true))).toEqual([]);
  expect(nextMark(endedBefore(6), ordered(true), seed)).toEqual(['entry 1']);
  expect(nextMark(endedBefore(6), ordered(false), seed)).toEqual([]);
  expect(nextMark(endedBefore(7), ordered(true))).toEqual(['entry 1']);
});

test('a market whose seed was set has nothing to publish, and a book of an earlier version is not held to what it does not know', () => {
  expect(nextMark(bookAt(end, 'simulated:1', { endedAt: end - 6 * markMs }))).toEqual([]);
  expect(nextMark(bookAt(end, undefined, { endedAt: undefined }), seed)).toEqual([]);
});
