/** Late marks, as a reader finds them who trusts his own clock, or witnesses that he names, more than the service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runMonitor } from '../../../src/cli/monitor.ts';
import { trustOf } from '../../../src/cli/trust-options.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import type { Trust } from '../../../src/proof/check/trust.ts';
import { createOperatorsWitness } from '../../harness/operators-witness.ts';
import { openWatchedLeague, type WatchedLeague } from '../../harness/watched-league.ts';

let league: WatchedLeague;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-readers-'));
  league = await openWatchedLeague({ start: '2026-03-02T20:58:00Z' });
});
afterEach(async () => {
  await league.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (time: string): string => `2026-03-02T${time}:00.000Z`;
const instant = (time: string): number => Date.parse(at(time));

interface Said {
  readonly code: number;
  /** Differences and what could not be checked, and what the monitor says of its own clock. */
  readonly found: readonly string[];
  readonly lines: readonly string[];
}

const said = (code: number, lines: readonly string[]): Said => ({
  code,
  found: lines.filter((line) => /^(DIFFERS|NOT CHECKED|\s+LATE)/.test(line)),
  lines,
});

async function monitor(trust?: Trust): Promise<Said> {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const now = (): number => league.now();
  return said(
    await runMonitor({ url: league.url, state: join(folder, 'state'), once: true, trust, now, write }),
    lines,
  );
}

async function verify(target: string, trust?: Trust, ask = fetch): Promise<Said> {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  return said(await runVerify(target, { url: league.url, alone: true, trust, write, fetch: ask }), lines);
}

/** A service that answers as this one does, but for one path. */
function lying(path: string, change: (body: string) => string): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const isMeant = new URL(input instanceof Request ? input.url : input).pathname === path;
    if (!isMeant) return answer;
    const told = await answer.text();
    expect(change(told)).not.toBe(told);
    return new Response(change(told), { headers: answer.headers });
  };
}

/** The service goes on listening and does no mark. */
const holdUntil = (time: string): void => league.clock.set(instant(time));

/** The operator says of marks that were done late that they were done a second after their instants. */
async function lie(from: string, to: string): Promise<void> {
  const marks = sql`mark between ${BigInt(instant(from))} and ${BigInt(instant(to))}`;
  await sql`update ledger.log_heads set done_at = mark + 1000 where ${marks}`.execute(league.app.storage.db);
  // Whatever the engine had in mind of them is forgotten.
  league = await league.again();
}

describe('a monitor has a clock of its own', () => {
  test('it says that a mark is overdue while it is, and that marks were late once they are there', async () => {
    await league.inTime(at('21:30'));
    expect(await monitor()).toMatchObject({ code: 0, found: [] });
    holdUntil('21:38');
    // The mark of 21:35 was due three minutes ago, which is the bound.
    expect(await monitor()).toMatchObject({ code: 0, found: [] });
    league.clock.set(instant('21:38') + 1);
    expect(await monitor()).toMatchObject({
      code: 2,
      found: [expect.stringMatching(/^NOT CHECKED {2}mark .*21:35:00.*: it is late: 181 s/)],
    });
    holdUntil('22:01');
    expect(await monitor()).toMatchObject({ code: 2, found: [expect.stringContaining('1560 s after its instant')] });
    await league.advanceTo(at('22:02'));
    await league.see();
    const late = `LATE by the clock of this reader: 5 marks, from ${at('21:35')} to ${at('21:55')}, not in the log 1560 s after the first of them.`;
    expect(await monitor()).toMatchObject({ code: 0, found: [expect.stringContaining(late)] });
    await league.inTime(at('22:10'));
    const { code, found, lines } = await monitor();
    expect([code, found]).toEqual([0, []]);
    expect(lines.join('\n')).toMatch(/late_mark mark 2026-03-02T21:35.* 5 late marks/);
  });

  test('it finds a service that says that late marks were done in time', async () => {
    await league.inTime(at('21:30'));
    expect((await monitor()).code).toBe(0);
    holdUntil('22:01');
    expect((await monitor()).code).toBe(2);
    await league.advanceTo(at('22:02'));
    await lie('21:35', '21:55');
    await createOperatorsWitness().sign(league, instant('21:30'), instant('22:00'), 2_000);
    await league.advanceTo(at('22:05'));
    const { code, found } = await monitor();
    expect(code).toBe(1);
    expect(found.filter((line) => line.startsWith('DIFFERS'))).toHaveLength(5);
    expect(found.find((line) => line.startsWith('DIFFERS'))).toMatch(
      /^DIFFERS {2}when the mark .*21:35:00.000Z was done\n +stated +.*21:35:01.000Z\n +computed after 2026-03-02T22:01:00.000Z/,
    );
    // Who comes later and names no witness finds nothing.
    expect(await verify('log')).toMatchObject({ code: 0, found: [] });
  });

  test('clocks that are a little apart are no difference', async () => {
    await league.inTime(at('21:30'));
    expect((await monitor()).code).toBe(0);
    league.clock.set(instant('21:36') + 1_000);
    expect((await monitor()).code).toBe(0);
    await league.advanceTo(instant('21:36') + 1_000);
    // Done a minute before the monitor looked and did not see it: two clocks may be that far apart.
    await lie('21:35', '21:35');
    await league.advanceTo(at('21:40'));
    expect(await monitor()).toMatchObject({ code: 0, found: [] });
  });
});

describe('a reader names the witnesses that it trusts', () => {
  const operators = createOperatorsWitness();
  const named = (...witness: string[]): Trust => trustOf({ witness }) as Trust;
  const twoOf = (...witness: string[]): Trust => trustOf({ witness, witnessesNeeded: '2' }) as Trust;
  const lateMarks =
    /^DIFFERS {2}late marks in the log of incidents\n +stated +nothing\n +computed 5 late marks, from .*21:35.* to .*21:55/;

  /** The engine is held, the service says that it was not, and so does the operator's own witness. The other one saw it at 22:02. */
  async function held(): Promise<string> {
    await league.inTime(at('21:30'));
    await operators.sign(league, instant('21:00'), instant('21:30'), 2_000);
    const bot = await league.enter();
    holdUntil('21:31');
    const { order_id } = await bot.weights({ 'BTC-USD': 0.5 });
    await league.advanceTo(at('22:02'));
    await operators.sign(league, instant('21:35'), instant('22:00'), 2_000);
    await league.see();
    await lie('21:35', '22:00');
    for (let mark = instant('22:05'); mark <= instant('23:30'); mark += 300_000) {
      await league.inTime(new Date(mark).toISOString());
      await operators.sign(league, mark, mark, 2_000);
    }
    const { incidents } = await league.client.incidents();
    expect(incidents.filter((i) => i.kind === 'late_mark')).toEqual([]);
    return order_id;
  }

  test('then nobody hides late marks from it by a witness of his own', async () => {
    const order = await held();
    for (const target of ['log', 'spot_crypto', order]) {
      const own = await verify(target);
      expect(own).toMatchObject({ code: 0, found: [] });
      expect(own.lines.at(-1)).toContain('The witnesses are those that the league names');
      expect(await verify(target, named(operators.vkey, league.vkey))).toMatchObject({ code: 0, found: [] });
      for (const trust of [named(league.vkey), twoOf(operators.vkey, league.vkey)]) {
        const { code, found, lines } = await verify(target, trust);
        expect([code, found]).toEqual([1, [expect.stringMatching(lateMarks)]]);
        expect(found[0]).toContain(
          `seen by ${trust.needed === 1 ? 'the witness that you name' : '2 of the 2 witnesses that you name'} up to 1620 s`,
        );
        expect(lines.at(-1)).toContain('A mark counts as seen when');
      }
    }
    // A monitor tells it once, and goes on.
    expect((await monitor(named(operators.vkey))).code).toBe(0);
    rmSync(join(folder, 'state'), { recursive: true });
    expect(await monitor(named(league.vkey))).toMatchObject({ code: 1, found: [expect.stringMatching(lateMarks)] });
    expect(await monitor(named(league.vkey))).toMatchObject({ code: 0, found: [] });
  });

  test('whatever the service says of its clock, its last mark and its prices: the log says which clock it runs by', async () => {
    const order = await held();
    for (let mark = instant('23:35'); mark <= Date.parse('2026-03-03T00:10:00Z'); mark += 300_000) {
      await league.inTime(new Date(mark).toISOString());
      await operators.sign(league, mark, mark, 2_000);
    }
    const { agent_id: bot } = await league.client.fillProof(order);
    const [otherClock, noMark, otherPrices, earlier] = [
      lying('/api/status', (body) => body.replace('"kind":"real"', '"kind":"scaled"')),
      lying('/api/status', (body) => body.replace(/"last_mark":"[^"]*"/, '"last_mark":null')),
      lying('/api/status', (body) => body.replace('"kind":"simulated"', '"kind":"onchain"')),
      lying('/api/log', (body) => body.replace(/"mark":"[^"]*"/, `"mark":"${at('21:30')}"`)),
    ];
    for (const target of [order, bot]) {
      for (const ask of [otherClock, noMark]) {
        const { code, found } = await verify(target, named(league.vkey), ask);
        expect([target, code, found]).toEqual([target, 1, [expect.stringMatching(lateMarks)]]);
      }
      const { found } = await verify(target, named(league.vkey), earlier);
      expect(found).toContainEqual(expect.stringMatching(lateMarks));
    }
    for (const target of [order, bot, 'spot_crypto/2026-03-03'])
      expect((await verify(target, named(operators.vkey), otherPrices)).found).toContainEqual(
        expect.stringMatching(
          /^DIFFERS {2}where prices come from is what the log opened with\n +stated +onchain\n +computed simulated/,
        ),
      );
    // Nor can it say another thing of how it opened.
    const other = async (change: (entries: Buffer) => Buffer): Promise<string> => {
      const ask: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        if (!pathname.startsWith('/tile/entries/000')) return answer;
        return new Response(new Uint8Array(change(Buffer.from(await answer.arrayBuffer()))), {
          headers: answer.headers,
        });
      };
      const { code, found } = await verify(order, named(league.vkey), ask);
      expect(code).toBe(1);
      return found.join('\n');
    };
    const scaled = (entries: Buffer): Buffer =>
      Buffer.from(entries.toString('latin1').replace('"clock":"real"', '"clock":"fast"'), 'latin1');
    expect(await other(scaled)).toContain('entry 0 is not in the tree that the log signed after');
    const withoutFirst = (entries: Buffer): Buffer => entries.subarray(2 + entries.readUInt16BE(0));
    expect(await other(withoutFirst)).toContain('entry 0 is not in the tree that the log signed after');
  });

  test('also in the file of a day', async () => {
    await held();
    await league.inTime('2026-03-03T00:05:00.000Z');
    await runExport(league.database.env, '2026-03-02', folder);
    const file = join(folder, 'papertape-2026-03-02.jsonl.gz');
    expect(await verify(file, named(operators.vkey, league.vkey))).toMatchObject({ code: 0, found: [] });
    expect(await verify(file, named(league.vkey))).toMatchObject({
      code: 1,
      found: [expect.stringMatching(lateMarks)],
    });
  });

  test('a witness that never cosigned is missing', async () => {
    await league.inTime(at('21:30'));
    const bot = await league.enter();
    const { order_id: order } = await bot.weights({ 'BTC-USD': 0.5 });
    await league.inTime(at('22:10'));
    const { vkey } = createOperatorsWitness('nobody.test');
    const missing = /^DIFFERS {2}cosignatures by the witness that you name\n +stated +nothing/;
    for (const target of ['log', 'spot_crypto', order])
      expect(await verify(target, named(vkey))).toMatchObject({ code: 1, found: [expect.stringMatching(missing)] });
    // Its state is kept all the same, and it says so as long as it is so.
    for (let i = 0; i < 2; i++)
      expect(await monitor(named(vkey))).toMatchObject({ code: 1, found: [expect.stringMatching(missing)] });
    // Another list is looked at from the next mark on.
    await league.inTime(at('22:15'));
    expect((await monitor(named(vkey, league.vkey))).code).toBe(0);
    await league.inTime(at('22:20'));
    expect((await monitor(twoOf(vkey, league.vkey))).code).toBe(1);
  });

  test('late marks that the log tells of are no difference, if it tells as much as they saw', async () => {
    await league.inTime(at('21:30'));
    await league.advanceTo(at('22:02'));
    await league.inTime(at('23:30'));
    expect((await league.client.incidents()).incidents.filter((i) => i.kind === 'late_mark')).toHaveLength(1);
    for (const target of ['log', 'spot_crypto']) expect((await verify(target, named(league.vkey))).code).toBe(0);
    expect((await monitor(named(league.vkey))).code).toBe(0);
  });

  test('by options, and a file of them', () => {
    const file = join(folder, 'witnesses.txt');
    writeFileSync(file, `# those of my friends\n${operators.vkey}\n`);
    expect(trustOf({})).toBe(undefined);
    expect(trustOf({ witness: [league.vkey, league.vkey], witnesses: file, witnessesNeeded: '2' })).toEqual({
      keys: [league.vkey, operators.vkey],
      needed: 2,
    });
    const wrong: [Parameters<typeof trustOf>[0], string][] = [
      [{ witnesses: join(folder, 'none.txt') }, 'There is no file'],
      [{ witness: ['witness.test'] }, '--witness: "witness.test" is no key of a witness'],
      [{ witnessesNeeded: '1' }, '0 witnesses are named'],
      [{ witness: [league.vkey], witnessesNeeded: '2' }, '1 witness is named'],
      [{ witness: [league.vkey], witnessesNeeded: '0' }, '--witnesses-needed is "0"'],
    ];
    for (const [options, message] of wrong) expect(() => trustOf(options)).toThrow(message);
  });

  test('the key of a log is none of a witness', async () => {
    const { key } = await league.client.log();
    expect(() => trustOf({ witness: [key] })).toThrow('is that of a log, not of a witness');
  });
});
