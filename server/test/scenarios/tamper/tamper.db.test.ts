/**
 * What a dishonest operator may change in the data of a stopped service, and who finds it when the service goes on: the operator's own
 * audit, a stranger who comes now, and whoever was there before. docs/bots/proof.md has the table.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDatabase, testEngine } from '../../harness/database.ts';
import type { League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { forgetMarks, tamper } from './data.ts';
import { finders, findersOf, type Found } from './finders.ts';
import { goOn } from './go-on.ts';
import { groups } from './groups.ts';
import { play, type Form, type Played } from './played.ts';
import { botTamperings } from './rows/bots.ts';
import { closeTamperings } from './rows/closes.ts';
import { lateTamperings } from './rows/late.ts';
import { logTamperings } from './rows/log.ts';
import { operatorTamperings } from './rows/operator.ts';
import { orderTamperings } from './rows/orders.ts';
import { outcomeTamperings } from './rows/outcomes.ts';
import type { Tampering } from './tampering.ts';

const tamperings: Readonly<Record<string, Tampering>> = {
  ...orderTamperings,
  ...botTamperings,
  ...outcomeTamperings,
  ...closeTamperings,
  ...operatorTamperings,
  ...logTamperings,
  ...lateTamperings,
};

const forms = ['short', 'long', 'watched'] as const;
const played = new Map<Form, Played>();

beforeAll(async () => {
  for (const form of forms) played.set(form, await play(form));
}, 300_000);
afterAll(async () => {
  for (const each of played.values()) await each.drop();
});

async function measure(t: Tampering): Promise<Found> {
  const of = played.get(t.form ?? 'short') as Played;
  const database = await copyDatabase(of.database);
  let league: League | undefined;
  try {
    await tamper({ database, played: of }, async (data) => {
      await t.change(data);
      if (t.madeAgain) await forgetMarks(data);
    });
    league = await goOn(of, database, t);
    const about = { league: t.league ?? 'spot_crypto', bots: t.bots ?? [] };
    return await findersOf({ played: of, league, about }, t.tells);
  } finally {
    await league?.stop();
    await database.drop();
  }
}

const nothing: Tampering = { what: 'nothing', bots: ['Trader 2', 'Clerk'], change: async () => undefined, found: '' };

describe('nobody finds anything', () => {
  test.each(forms)('in data that is not changed: %s', async (form) => {
    expect((await measure({ ...nothing, form })).found).toEqual([]);
  });

  test('in data of which everything is made again from the same facts: the log is the same to the last byte', async () => {
    expect((await measure({ ...nothing, madeAgain: true })).found).toEqual([]);
  });
});

/** PAPERTAPE_TAMPER=groups tries one of each group in the place of `all`; so does PostgreSQL, which takes several times as long, if nothing is said. */
const isShort = (process.env['PAPERTAPE_TAMPER'] ?? (testEngine === 'postgres' ? 'groups' : 'all')) === 'groups';
const tried = isShort ? Object.values(groups).flatMap((of) => of.split(' ', 1)) : Object.keys(tamperings);

describe('who finds it', () => {
  test.each(tried.map((number) => [number, tamperings[number]?.what]))('%s: %s', async (number) => {
    const t = tamperings[number as string] as Tampering;
    const { found, told } = await measure(t);
    expect([found.join(', '), told.join(', ')]).toEqual([t.found, t.told ?? '']);
  });
});

describe('every tampering', () => {
  test('is in one group', () => {
    const grouped = Object.values(groups).flatMap((of) => of.split(' '));
    expect(grouped.toSorted()).toEqual(Object.keys(tamperings).toSorted());
  });

  test.each(Object.keys(tamperings))('%s is found by somebody who is not the operator, or told to him', (number) => {
    const { found, told = '' } = tamperings[number] as Tampering;
    expect(found.replace('audit', '') + told).not.toBe('');
  });

  test('is in the table of docs/bots/proof.md, with who finds it', () => {
    const rows = Object.entries(groups).map(([row, of]) => {
      const all = of.split(' ').map((number) => tamperings[number] as Tampering);
      const cells = finders.map((finder) => {
        const count = all.filter(({ found }) => found.split(', ').includes(finder)).length;
        if (count > 0) return count === all.length ? 'yes' : 'some';
        return all.some(({ told = '' }) => told.split(', ').includes(finder)) ? 'told' : '';
      });
      return [row, ...cells];
    });
    expect(tableOf('Who finds what')).toEqual(rows);
  });
});

/** The cells of the table below a heading, without its head. */
function tableOf(heading: string): string[][] {
  const text = readFileSync(join(repository, 'docs/bots/proof.md'), 'utf8');
  const [, below = ''] = text.split(`\n## ${heading}\n`);
  const lines = (below.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
