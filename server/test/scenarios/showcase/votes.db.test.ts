/** Votes that arrive in the same moment: they are looked up in one statement, and each is judged by itself. */
import { expect, test } from 'vitest';
import { expectError, okJson } from '../../harness/http.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { postEntry, sendVote, vote } from '../../harness/showcase.ts';
import { votableBy } from '../../../src/showcase/votes.sql.ts';

test('votes of one moment get their own answers each', async () => {
  const league = await leagueOfTest();
  await league.advance({ minutes: 5 });
  const author = await league.enter({ contact: 'pair@example.test' });
  const sameMaker = await league.enter({ contact: 'Pair+2@example.test' });
  const [twin, voted, first, second] = [
    await league.enter(),
    await league.enter(),
    await league.enter(),
    await league.enter(),
  ];
  const id = await postEntry(league, author);
  const other = await postEntry(league, second);
  await vote(league, voted, id);
  const note = { league: 'spot_crypto', month: '2026-02', kind: 'twin', correlation: '1.000000', days: 20n, total: 1n };
  const row = { ...note, agent_id: twin.id, other_id: author.id, same_symbol: null };
  const { db } = league.app.storage;
  await db.insertInto('ledger.twin_notes').values(row).execute();
  const answers = await Promise.all([
    sendVote(league, author, id),
    sendVote(league, sameMaker, id),
    sendVote(league, twin, id),
    sendVote(league, voted, id),
    sendVote(league, voted, 999_999),
    sendVote(league, first, id),
    sendVote(league, second, id),
    sendVote(league, first, other),
    sendVote(league, author, other),
  ]);
  const [own, made, moves, again, missing, ...good] = answers;
  for (const refused of [own, made, moves]) expectError(refused!, 'own_entry');
  expect(expectError(moves!, 'own_entry').detail).toContain('moves as one');
  expect(expectError(made!, 'own_entry').detail).toContain('same maker');
  expectError(again!, 'already_voted');
  expectError(missing!, 'entry_not_found');
  for (const answer of good) okJson(answer);
  const asked = [id, 999_999, other].flatMap((entry) =>
    [first, author, voted].map((b) => ({ id: entry, voter: b.id })),
  );
  const seen = await votableBy(db, asked);
  expect(seen.map((v) => v && [v.id, v.botId, v.votes, v.hasVoted, v.sameMaker, v.isTwin])).toEqual([
    [id, author.id, 3, true, false, false],
    [id, author.id, 3, false, true, false],
    [id, author.id, 3, true, false, false],
    undefined,
    undefined,
    undefined,
    [other, second.id, 2, true, false, false],
    [other, second.id, 2, true, false, false],
    [other, second.id, 2, false, false, false],
  ]);
});
