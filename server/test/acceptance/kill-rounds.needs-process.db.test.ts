/**
 * kill -9 over the life of rounds: the real process on a fast clock, one database kept over all runs, bots that send sheets as fast as they are
 * answered. Whatever instant the process dies at (while it commits to a round, makes its tasks, takes sheets, scores, pays), every
 * acknowledged sheet is there exactly once, chained to the one before it and noted at the mark behind it; nothing is paid twice; and audit
 * and verification of each scored round find nothing.
 *
 * PAPERTAPE_ROUND_KILLS (5) says how often, PAPERTAPE_KILL_SEED repeats the instants of a run (as far as a machine repeats itself).
 * PAPERTAPE_KILL_SPEED (5400) is that of the clock: on a machine that is too slow for it rounds are void, and the test waits for one that is not.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { ErrorBody } from 'papertape-contract/error-body';
import type { Seat } from 'papertape-contract/registration';
import type { AnswersAck, RoundTasks } from 'papertape-contract/round';
import { markAfter } from '../../src/lib/time.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import {
  chanceOfKills,
  expectChained,
  expectCleanAudit,
  killedEnv,
  lastMark,
  lookInto,
  register,
  say,
} from '../harness/killed.ts';
import { openConnections, type Connections } from './load.ts';
import { endAll, launch, startService, until, type Service } from './service-process.ts';

const kills = Number(process.env['PAPERTAPE_ROUND_KILLS'] ?? '5');
/** Their tasks are made soonest: in half a second. */
const leagues = ['reference_lookup', 'health_admin'];
/** Each may send so many sheets in a round: more bots, more sheets. */
const botsPerLeague = 5;
const speed = process.env['PAPERTAPE_KILL_SPEED'] ?? '5400';

interface Bot {
  readonly id: string;
  readonly apiKey: string;
  /** Of the round that was open last. */
  tasks: RoundTasks | undefined;
}

interface SentSheet {
  readonly key: string;
  readonly bot: Bot;
  readonly body: string;
  ack: AnswersAck | undefined;
  /** It was refused, and is not sent again. */
  refused?: boolean;
}

interface Load {
  readonly isOver: () => boolean;
  /** Called after each acknowledgement. */
  readonly onAck: () => void;
}

let database: TestDatabase | undefined;
afterEach(async () => {
  await endAll();
  await database?.drop();
  database = undefined;
});

test(
  `${kills} times kill -9 over the life of rounds: no acknowledged sheet is lost or doubled, nothing is paid twice`,
  { timeout: 480_000 + kills * 20_000 },
  async () => {
    const { random, between } = chanceOfKills(kills);
    const db = (database = await createTestDatabase());
    const env = killedEnv(db, '2026-03-02T20:00:00Z', speed);
    const sheets: SentSheet[] = [];
    const bots: Bot[] = [];

    async function enter(to: Connections, league: string): Promise<void> {
      const name = `Sheet ${bots.length + 1}`;
      const body = { name, company: 'Test Works', contact: `maker${bots.length}@example.test`, country: 'CA', league };
      const answer = await register(to, JSON.stringify(body));
      if (answer?.status !== 200) throw new Error(`${name} was not taken: ${JSON.stringify(answer)}`);
      const { agent_id: id, api_key: apiKey } = answer.body as Seat;
      bots.push({ id, apiKey, tasks: undefined });
    }

    /** @returns whether the service is there. */
    async function look(service: Service, bot: Bot): Promise<boolean> {
      try {
        const headers = { Authorization: `Bearer ${bot.apiKey}` };
        const answer = await fetch(`${service.url}/api/agents/${bot.id}/rounds/current/tasks`, { headers });
        if (answer.ok) bot.tasks = (await answer.json()) as RoundTasks;
        else await answer.body?.cancel();
        return true;
      } catch {
        return false;
      }
    }

    function newSheet(bot: Bot, { round, tasks }: RoundTasks): SentSheet {
      const some = tasks.filter(() => random() < 0.3).concat(tasks.slice(0, 1));
      const answers = Object.fromEntries(some.map((t) => [t.task_id, random() < 0.1 ? null : t.example]));
      const body = JSON.stringify({ round, answers, sandbox: random() < 0.1 });
      const sheet: SentSheet = { key: randomUUID(), bot, body, ack: undefined };
      sheets.push(sheet);
      return sheet;
    }

    /** @returns false when the connection broke. */
    async function post(to: Connections, sheet: SentSheet): Promise<boolean> {
      const { bot, key, body } = sheet;
      const headers = { 'Idempotency-Key': key, Authorization: `Bearer ${bot.apiKey}` };
      const answer = await to.post(`/api/agents/${bot.id}/answers`, body, headers);
      if (!answer) return false;
      if (answer.status === 200) {
        const ack = answer.body as AnswersAck;
        if (sheet.ack) expect([key, ack.receipt]).toEqual([key, sheet.ack.receipt]);
        sheet.ack = ack;
        return true;
      }
      const { code } = (answer.body as ErrorBody).error;
      expect(
        ['round_closed', 'round_void', 'sheet_limit', 'storage_unavailable', 'overloaded'],
        JSON.stringify(answer.body),
      ).toContain(code);
      expect(sheet.ack, 'a sheet that was acknowledged is refused').toBeUndefined();
      if (answer.status === 409) {
        sheet.refused = true;
        bot.tasks = undefined;
      }
      return true;
    }

    /** Each bot looks for a round, and answers it until the service is gone or `isOver`. */
    async function load(service: Service, to: Connections, { isOver, onAck }: Load): Promise<void> {
      let isGone = false;
      void service.exited.then(() => (isGone = true));
      const again = sheets.filter((s) => !s.ack && !s.refused);
      const one = async (bot: Bot): Promise<void> => {
        for (const sheet of again.filter((s) => s.bot === bot)) if (!(await post(to, sheet))) return;
        while (!isGone && !isOver()) {
          if (!bot.tasks && !(await look(service, bot))) return;
          if (bot.tasks) {
            if (!(await post(to, newSheet(bot, bot.tasks)))) return;
            onAck();
          }
          if (!bot.tasks) await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      await Promise.all(bots.map(one));
    }

    async function start(): Promise<{ readonly service: Service; readonly to: Connections }> {
      const service = await startService(env);
      const to = openConnections(service.url, bots.length + 2);
      for (const league of leagues)
        while (bots.length < botsPerLeague * (leagues.indexOf(league) + 1)) await enter(to, league);
      return { service, to };
    }

    /** Mostly so soon that rounds are hit at every point of their lives, and now and then so late that one comes to its end. */
    const killAfterMs = (): number => (random() < 0.7 ? between(100, 1_500) : between(1_500, 5_000));

    async function killedRun(): Promise<void> {
      const { service, to } = await start();
      const kill = (): void => service.kill('SIGKILL');
      const armed: NodeJS.Timeout[] = [setTimeout(kill, killAfterMs())];
      // As soon as a sheet was taken, while the marks that were missed by the start are still being caught up.
      const isSoon = random() < 0.4;
      const soonMs = between(0, 100);
      const onAck = (): void => void (isSoon && armed.length === 1 && armed.push(setTimeout(kill, soonMs)));
      await load(service, to, { isOver: () => false, onAck });
      expect((await service.exited).signal).toBe('SIGKILL');
      for (const timer of armed) clearTimeout(timer);
      to.close();
    }

    for (let n = 0; n < kills; n++) await killedRun();
    const { service, to } = await start();
    const over = new AbortController();
    const loaded = load(service, to, { isOver: () => over.signal.aborted, onAck: () => undefined });
    const scored = await until('the pay of a round stands in a close', async () => await roundsInCloses(db), 100);
    over.abort();
    await loaded;
    for (const sheet of sheets) while (!sheet.ack && !sheet.refused) expect(await post(to, sheet)).toBe(true);
    to.close();
    const verified = await Promise.all(
      scored.map(async (id) => await launch(['verify', id, '--url', service.url], env).exited),
    );
    await service.stop();
    const told = await check(db, sheets);
    for (const { code, stdout } of verified)
      expect([code, stdout.match(/^(DIFFERS|NOT CHECKED).*$/gm)]).toEqual([0, null]);
    await expectCleanAudit(env);
    say(`${sheets.length} sheets of ${bots.length} bots, ${told}; ${scored.length} rounds with answers were scored`);
  },
);

/** Ids of rounds that paid somebody, once each of them is in a close; undefined before. */
async function roundsInCloses(database: TestDatabase): Promise<string[] | undefined> {
  return await lookInto(database, async (db) => {
    const results = db
      .selectFrom('ledger.room_facts')
      .selectAll()
      .where('room', '=', 'rounds')
      .where('name', '=', 'result');
    const paid = await results.orderBy('fact_id').execute();
    const closes = await db.selectFrom('ledger.boards').select(['league', 'close']).execute();
    const isIn = (of: (typeof paid)[number]): boolean =>
      closes.some((c) => c.league === of.about && c.close >= of.at_mark);
    return paid.length > 0 && paid.every(isIn) ? [...new Set(paid.map((r) => r.fact_id))] : undefined;
  });
}

/** What the database holds, against what was sent and acknowledged. */
async function check(database: TestDatabase, sent: readonly SentSheet[]): Promise<string> {
  return await lookInto(database, async (db) => {
    const stored = await db.selectFrom('intake.answers').selectAll().orderBy('agent_id').orderBy('sequence').execute();
    const byId = new Map(stored.map((s) => [s.answer_id, s]));
    const acked = sent.flatMap(({ ack }) => (ack ? [ack] : []));
    // Each sheet is of one request: one that was taken twice would have two.
    expect(acked.map((a) => a.answer_id).toSorted()).toEqual([...byId.keys()].toSorted());
    for (const { answer_id: id, receipt, answers_text: text } of acked)
      expect([id, byId.get(id)?.receipt, byId.get(id)?.answers]).toEqual([id, receipt.hash, text]);
    expectChained(stored, (s) => s.answer_id);
    const facts = await db.selectFrom('ledger.room_facts').selectAll().where('room', '=', 'rounds').execute();
    const noted = facts.filter((f) => f.name === 'sheet');
    const progress = await lastMark(db);
    const due = stored.filter((s) => markAfter(Number(s.received_at)) <= progress);
    const shown = (id: string, mark: number): string => `${id} at ${new Date(mark).toISOString()}`;
    expect(noted.map((f) => shown(f.fact_id, Number(f.at_mark))).toSorted()).toEqual(
      due.map((s) => shown(s.answer_id, markAfter(Number(s.received_at)))).toSorted(),
    );
    const payouts = await db.selectFrom('ledger.payouts').selectAll().execute();
    const paid = payouts.map((p) => `${p.payout_id} ${p.agent_id}`);
    const results = facts.filter((f) => f.name === 'result').map((f) => `${f.fact_id} ${f.agent_id}`);
    expect(paid.toSorted()).toEqual(results.toSorted());
    expect(new Set(paid).size).toBe(paid.length);
    const ends = (name: string): number => facts.filter((f) => f.name === name).length;
    return `${stored.length} were stored, ${paid.length} payouts; ${ends('scored')} rounds were scored, ${ends('void')} are void`;
  });
}
