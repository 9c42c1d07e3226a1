/**
 * The public log against the tables: each entry is made again of them, and the tree over what is held is grown again. Whoever changes a
 * table must change the log, and whoever changes the log must change a root, which is what readers and witnesses keep.
 */
import type { LogHead } from '../engine/log.sql.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { unmatched } from '../lib/multiset.ts';
import { markMs } from '../lib/time.ts';
import { createAppender, emptyFrontier, type Appender } from '../tlog/append.ts';
import type { Differences } from './differences.ts';
import { createLogFacts, type LogFactsInput } from './log-facts.ts';
import { entriesOf, headsOf, tileHashesOf } from './log.sql.ts';
import { createStream } from './streams.ts';

export interface LogCheckInput extends LogFactsInput {
  readonly differences: Differences;
  readonly from: Instant;
  /** The last mark that is done. */
  readonly until: Instant;
}

export async function checkLog(input: LogCheckInput): Promise<void> {
  const { data, differences, from, until } = input;
  const facts = await createLogFacts(input);
  const heads = createStream(headsOf(data), (h) => h.mark);
  const held = createStream(entriesOf(data), (e) => e.index);
  const grown = createAppender(emptyFrontier);
  const hashes = new Map<string, string>();
  let before: LogHead | undefined;
  for (let mark = from; mark <= until; mark += markMs) {
    const found = await heads.takeUpTo(mark);
    const head = found.find((h) => h.mark === mark);
    for (const stray of found)
      if (stray !== head) differences.add('ledger.log_heads', iso(stray.mark), 'row', undefined, 'a row');
    if (!head) {
      differences.add('ledger.log_heads', iso(mark), 'row', 'a row', undefined);
      continue;
    }
    const expected = await facts.entriesOf(mark, head, before);
    const entries = (await held.takeUpTo(head.size - 1)).map((e) => e.text);
    compareEntries(differences, grown.size(), expected, entries);
    grow(differences, grown, entries, head);
    for (const { level, index, hash } of grown.take().hashes) hashes.set(`${level} ${index}`, hash.toString('hex'));
    before = head;
  }
  for (const head of await heads.takeUpTo(Number.POSITIVE_INFINITY))
    differences.add('ledger.log_heads', iso(head.mark), 'row', undefined, 'a row');
  for (const { index } of await held.takeUpTo(Number.POSITIVE_INFINITY))
    differences.add('ledger.log_bundles', `entry ${index}`, 'row', undefined, 'an entry');
  await checkHashes(input, hashes);
  await Promise.all([facts.close(), heads.close(), held.close()]);
}

/** Tells what is missing and what is one too many; of an entry that changed, both. */
function compareEntries(
  differences: Differences,
  from: number,
  expected: readonly string[],
  found: readonly string[],
): void {
  if (expected.length === found.length && expected.every((entry, i) => entry === found[i])) return;
  const { missing, strange } = unmatched(expected, found);
  for (const i of strange) differences.add('ledger.log_bundles', `entry ${from + i}`, 'entry', expected[i], found[i]);
  for (const entry of missing) differences.add('ledger.log_bundles', `entries from ${from}`, 'entry', entry, undefined);
  if (missing.length + strange.length === 0)
    differences.add('ledger.log_bundles', `entries from ${from}`, 'order', 'the order of the entries', 'another');
}

/** Grows the tree by the entries that are held, whatever they say: the head must be theirs. */
function grow(differences: Differences, grown: Appender, entries: readonly string[], head: LogHead): void {
  let firstOrder = grown.size();
  for (const entry of entries) {
    grown.append(entry);
    if (/^\{"type":"(log|mark|key|bot|retired)"/.test(entry)) firstOrder = grown.size();
  }
  const expected = { size: grown.size(), root: grown.root().toString('hex'), first_order: firstOrder };
  const found = { size: head.size, root: head.root.toString('hex'), first_order: head.firstOrder };
  differences.compare('ledger.log_heads', iso(head.mark), expected, found);
}

async function checkHashes({ data, differences }: LogCheckInput, expected: Map<string, string>): Promise<void> {
  for await (const rows of tileHashesOf(data)) {
    for (const { level, index, hash } of rows) {
      const key = `${level} ${index}`;
      const made = expected.get(key);
      expected.delete(key);
      if (made !== hash.toString('hex')) differences.add('ledger.log_hashes', key, 'hash', made, hash.toString('hex'));
    }
  }
  for (const [key, made] of expected) differences.add('ledger.log_hashes', key, 'hash', made, undefined);
}
