/** What an operator may change of a round that was scored, and who finds it: the audit of the data, and `papertape verify` from outside. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { sha256 } from '../../../src/lib/hash.ts';
import { parseRoundName, type Round } from '../../../src/rounds/calendar.ts';
import type { Committed, Result } from '../../../src/rounds/facts.ts';
import { answerReceipt } from '../../../src/rounds/receipt.ts';
import { sheetsOfRound } from '../../../src/rounds/rounds.sql.ts';
import { commitmentOf } from '../../../src/rounds/seed.ts';
import { openStorage, type Storage, type Trx } from '../../../src/storage/storage.ts';
import { eachEntry, growAgain } from '../../harness/backup.ts';
import { copyDatabase, type TestDatabase } from '../../harness/database.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { firstRound, openRound, playTo, sumRounds, sumsLeague } from '../../harness/rounds.ts';

const rounds = { ...sumRounds(), master: Buffer.alloc(32, 5) };
const round = parseRoundName(sumsLeague, firstRound) as Round;
const stoppedAt = '2026-03-05T00:10:00Z';

let played: TestDatabase;
const ids: string[] = [];

beforeAll(async () => {
  const { league, bot } = await openRound({ at: '2026-03-03T12:00:00Z', master: rounds.master });
  const other = await league.enter({ league: sumsLeague });
  ids.push(bot.id, other.id);
  await playTo(league, '2026-03-04T00:05:00Z');
  const { tasks, files } = await bot.tasks();
  const lines = (await (await fetch(files[0]!.url)).text()).split('\n');
  const sums = lines.map((line) => ({ sum: line.split(' ').reduce((sum, n) => sum + Number(n), 0) }));
  await bot.answer({ t01: { sum: 1 } });
  await bot.answer(Object.fromEntries(tasks.map(({ task_id: id }, i) => [id, sums[i]])));
  await bot.answer({ t02: { sum: 1 } }, { sandbox: true });
  await other.answer({ t09: { sum: 1 }, t10: { sum: 2 } });
  await playTo(league, stoppedAt);
  await league.stop();
  played = league.database;
}, 240_000);
afterAll(() => played.drop());

interface Hands {
  readonly trx: Trx;
  readonly storage: Storage;
  /** A fact of the round as the tables and the log have it; the log is grown again. */
  readonly fact: <Fact>(name: string, change: (fact: Fact) => Fact, log?: boolean) => Promise<void>;
}

interface Found {
  readonly audit: boolean;
  readonly verify: number;
  readonly said: string;
}

/** A service that goes on from the data that was changed, looked at. */
async function looked(change?: (hands: Hands) => Promise<void>): Promise<Found> {
  const database = await copyDatabase(played);
  let league: League | undefined;
  try {
    if (change) await tamper(database, change);
    league = await openLeague({ start: stoppedAt, database, overrides: { rounds } });
    const audit = await runAudit(league.app.storage, undefined, rounds.generators);
    const { code, said } = await verified(league);
    return { audit: audit.differenceCount > 0, verify: code, said };
  } finally {
    await league?.stop();
    await database.drop();
  }
}

async function verified(league: League, name = round.id): Promise<{ readonly code: number; readonly said: string }> {
  const said: string[] = [];
  const write = (line: string): void => void said.push(line);
  const { generators } = rounds;
  const code = await runVerify(name, { url: league.url, generators, write, now: () => league.now() });
  return { code, said: said.join('\n') };
}

async function tamper(database: TestDatabase, change: (hands: Hands) => Promise<void>): Promise<void> {
  const storage = openStorage(database.target, { connections: 2 });
  try {
    await storage.db.transaction().execute(async (trx) => {
      const fact: Hands['fact'] = async (name, alter, log = true) => {
        const rows = await trx.selectFrom('ledger.room_facts').selectAll().where('name', '=', name).execute();
        const [row] = rows.filter((r) => r.fact_id === round.id);
        const text = JSON.stringify(alter(JSON.parse(row?.text ?? '{}') as never));
        expect(text).not.toBe(row?.text);
        const where = trx.updateTable('ledger.room_facts').set({ text }).where('fact_id', '=', round.id);
        await where
          .where('name', '=', name)
          .where('agent_id', '=', row?.agent_id ?? '')
          .execute();
        if (log) await regrow({ trx, storage }, (entry) => replaced(entry, row?.text ?? '', text));
      };
      await change({ trx, storage, fact });
    });
  } finally {
    await storage.close();
  }
  rmSync(join(database.env['DATA_DIR'] as string, 'log.key.signed'), { force: true });
}

async function regrow({ trx, storage }: Pick<Hands, 'trx' | 'storage'>, change: (entry: string) => string) {
  await growAgain(storage, trx, eachEntry(change));
}

const replaced = (entry: string, from: string, to: string): string =>
  entry.includes(round.id) || entry.includes('"sheet"')
    ? entry.replace(JSON.stringify(from), () => JSON.stringify(to))
    : entry;

const flipped = (hex: string): string => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;

type Change = (hands: Hands) => Promise<void>;

/** Answers changed, with a receipt that is right again, in the data and in the log. */
async function rewriteSheet({ trx, storage }: Hands): Promise<void> {
  const [first] = await sheetsOfRound(trx, round.id, { botId: ids[1] ?? '' });
  if (!first) throw new Error('there is no sheet');
  const answers = '{"t10":{"sum":3}}';
  const receipt = answerReceipt({ ...first, answers }, round.name);
  await trx.updateTable('intake.answers').set({ answers, receipt }).where('answer_id', '=', first.answerId).execute();
  await trx
    .updateTable('ledger.room_facts')
    .set((e) => ({ text: e.fn('replace', ['text', e.val(first.receipt), e.val(receipt)]) as never }))
    .where('name', '=', 'sheet')
    .execute();
  await regrow({ trx, storage }, (entry) => entry.replace(first.receipt, receipt));
}

const tamperings: Readonly<Record<string, { change: Change; says: RegExp }>> = {
  'an answer': {
    change: async ({ trx }) =>
      void (await trx
        .updateTable('intake.answers')
        .set({ answers: '{"t10":{"sum":3}}' })
        .where('agent_id', '=', ids[1]!)
        .execute()),
    says: /DIFFERS {2}receipt of ans_/,
  },
  'an answer with its receipt, also in the log': { change: rewriteSheet, says: /DIFFERS {2}scores of the tasks/ },
  'a sheet is taken away': {
    change: async ({ trx }) =>
      void (await trx
        .deleteFrom('intake.answers')
        .where('agent_id', '=', ids[0]!)
        .where('sequence', '=', 1n)
        .execute()),
    says: /DIFFERS {2}sheets of agt_\w+ are those of the log/,
  },
  'a score as it is shown': {
    change: async ({ trx }) =>
      void (await trx
        .updateTable('intake.round_scores')
        .set({ tasks: '[]' })
        .where('agent_id', '=', ids[1]!)
        .execute()),
    says: /DIFFERS {2}scores of the tasks of agt_/,
  },
  'a result as it is shown': {
    change: async ({ fact }) => await fact<Result>('result', (r) => ({ ...r, score: r.score - 1 }), false),
    says: /DIFFERS {2}results as they are shown/,
  },
  'a result, also in the log': {
    change: async ({ fact }) => await fact<Result>('result', (r) => ({ ...r, score: r.score - 1 })),
    says: /DIFFERS {2}score of agt_/,
  },
  'cash before and after, also in the log': {
    change: async ({ fact }) =>
      await fact<Result>('result', (r) => ({ ...r, cash_before: '90000', cash_after: '90270' })),
    says: /DIFFERS {2}cash of agt_\w+ before/,
  },
  'what was paid, also in the log': {
    async change({ trx, storage }) {
      const [row] = await trx.selectFrom('ledger.payouts').selectAll().where('agent_id', '=', ids[0]!).execute();
      await trx
        .updateTable('ledger.payouts')
        .set({ cash: (row?.cash ?? 0n) * 2n })
        .where('agent_id', '=', ids[0]!)
        .execute();
      await regrow({ trx, storage }, (entry) =>
        entry.replace('"payout_id":"' + round.id + '","cash":"300"', '"payout_id":"' + round.id + '","cash":"600"'),
      );
    },
    says: /DIFFERS {2}payouts to agt_/,
  },
  'the value at the close': {
    change: async ({ trx }) =>
      void (await trx
        .updateTable('ledger.closes')
        .set((e) => ({ value: e('value', '+', 100_000_000n) as never }))
        .where('agent_id', '=', ids[0]!)
        .execute()),
    says: /DIFFERS {2}value of agt_\w+ at the close/,
  },
  'the secret, also in the log': {
    change: async ({ fact }) => await fact<{ secret: string }>('scored', (s) => ({ ...s, secret: flipped(s.secret) })),
    says: /DIFFERS {2}the secret/,
  },
  'the secret with the commitment, also in the log': {
    async change({ fact }) {
      const secret = '7'.repeat(64);
      const secretHash = sha256(Buffer.from(secret, 'hex'));
      await fact<object>('scored', (s) => ({ ...s, secret }));
      await fact<Committed>('committed', (c) => ({
        ...c,
        secret_sha256: secretHash,
        commitment: commitmentOf(round, { ...c, secretHash }),
      }));
    },
    says: /DIFFERS {2}attempt, par and keys, made again/,
  },
  'the stake of the commitment, also in the log': {
    change: async ({ fact }) => await fact<Committed>('committed', (c) => ({ ...c, stake: 20_000 })),
    says: /DIFFERS {2}the commitment/,
  },
  'the levels with the commitment, also in the log': {
    change: async ({ fact }) =>
      await fact<Committed>('committed', (c) => {
        const levels = [2, 3, 4, 5, 6];
        const commitment = commitmentOf(round, { ...c, levels, secretHash: c.secret_sha256 });
        return { ...c, levels, commitment };
      }),
    says: /DIFFERS {2}the levels follow from the week before/,
  },
  'the beacon, also in the log': {
    change: async ({ fact }) => await fact<{ beacon: string }>('beacon', (b) => ({ ...b, beacon: flipped(b.beacon) })),
    says: /DIFFERS {2}the beacon/,
  },
  'who was in the round, also in the log': {
    change: async ({ fact }) => await fact<object>('opened', () => ({ entrants: [ids[0]] })),
    says: /DIFFERS {2}bots that were in the league at the opening/,
  },
  'the par, also in the log': {
    change: async ({ fact }) => await fact<{ par: number }>('keyed', (k) => ({ ...k, par: k.par - 1 })),
    says: /DIFFERS {2}attempt, par and keys, made again/,
  },
  'the hash of the keys, also in the log': {
    change: async ({ fact }) =>
      await fact<{ keys_sha256: string }>('keyed', (k) => ({ ...k, keys_sha256: flipped(k.keys_sha256) })),
    says: /DIFFERS {2}attempt, par and keys, made again/,
  },
  'what the median was paid, also in the log': {
    change: async ({ fact }) =>
      await fact<{ median: object }>('baselines', (b) => ({ ...b, median: { ...b.median, cash_after: '100001' } })),
    says: /DIFFERS {2}baselines of the round/,
  },
  'how many answered, also in the log': {
    change: async ({ fact }) => await fact<{ sheets: number }>('closed', (c) => ({ ...c, sheets: 4 })),
    says: /DIFFERS {2}sheets that count/,
  },
};

describe('a round that was scored', () => {
  test('holds as it is', async () => {
    const { said, ...rest } = await looked();
    expect([rest, said.match(/^(DIFFERS|NOT CHECKED).*$/gm)]).toEqual([{ audit: false, verify: 0 }, null]);
    expect(said).toMatch(
      /verify: All holds\. \d+ steps hold\. 2026-W10-3 of deal_finder: 2 bots were scored, par is 700000\./,
    );
  });

  test.each(Object.entries(tamperings))('is found to be changed: %s', async (_, { change, says }) => {
    const { said, ...rest } = await looked(change);
    expect(said).toMatch(says);
    expect(rest).toEqual({ audit: true, verify: 1 });
  });
});

async function opened(...args: Parameters<typeof openRound>): Promise<League> {
  const { league } = await openRound(...args);
  onTestFinished(() => league.close());
  return league;
}

test('before it is scored what there is holds, and the rest cannot be checked', async () => {
  const league = await opened();
  const { code, said } = await verified(league);
  expect([code, said]).toEqual([
    2,
    expect.stringContaining('NOT CHECKED  tasks, scores and pay: the round is not scored yet'),
  ]);
  const next = parseRoundName(sumsLeague, '2026-W10-5') as Round;
  expect(await verified(league, next.id)).toMatchObject({
    code: 2,
    said: expect.stringContaining('no commitment to it'),
  });
});

test('a program without the generator checks all but what it would make', async () => {
  const league = await opened({ at: '2026-03-05T00:05:00Z' });
  const said: string[] = [];
  const write = (line: string): void => void said.push(line);
  const code = await runVerify(round.id, { url: league.url, write, now: () => league.now() });
  expect([code, said.join('\n')]).toEqual([2, expect.stringContaining('this program has not generated:sums/1:5')]);
  const { rounds: audited } = await runAudit(league.app.storage);
  expect(audited).toEqual({ scored: 1, unmade: 1 });
});
