/**
 * Who wins at several processes: one that serves and two of role web on one database. From the answer on that a key is dead no use of it passes anywhere, whatever was under way; the same for
 * orders of a bot that was retired. Of two registrations at once for one name, for the last bot of a maker and for the last seat of a league one wins, and the other hears the published 409.
 *
 * PAPERTAPE_SEVERAL_RACES (4) says how often, PAPERTAPE_SEVERAL_USES (24) how many uses of a dead key begin after each answer, PAPERTAPE_SEVERAL_SEED at which processes. `npm run cluster-test` is the
 * long form.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { runCommand } from '../../harness/command.ts';
import { expectError, get, okJson, post, type Answer, type Served } from '../../harness/http.ts';
import { pressButton, recoveryLink } from '../../harness/outbox.ts';
import { hasPostgres } from '../../harness/own-postgres.ts';
import { onPostgres } from '../../harness/postgres.ts';
import {
  eachTakesOrders,
  entrant,
  enterAt,
  orderAt,
  registerAt,
  startSeveral,
  type Entered,
  type Several,
} from '../../harness/several.ts';

const races = Number(process.env['PAPERTAPE_SEVERAL_RACES'] ?? '4');
const uses = Number(process.env['PAPERTAPE_SEVERAL_USES'] ?? '24');
const random = seededUniform(Number(process.env['PAPERTAPE_SEVERAL_SEED'] ?? '1'));
const smallLeague = 'multi';

/** What a key is good for. */
type Use = (at: Served, bot: Entered) => Promise<Answer>;
const order: Use = (at, bot) => orderAt(at, bot);
const anyUse: readonly Use[] = [
  order,
  (at, bot) => orderAt(at, bot, { once: 'before' }),
  (at, { agent_id, api_key: key }) => get(at, `/api/agents/${agent_id}/state`, { key }),
  (at, { agent_id, api_key: key }) => get(at, `/api/agents/${agent_id}/orders`, { key }),
  (at, { agent_id, api_key: key }) => post(at, `/api/agents/${agent_id}/profile`, { style: 'Trend' }, { key }),
];

describe.skipIf(!hasPostgres)('who wins at several processes', () => {
  let several: Several;
  let all: Several['all'];

  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

  beforeAll(async () => {
    several = await startSeveral({
      PAPERTAPE_PRICES: 'simulated:races',
      PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
      PAPERTAPE_CLOCK_SPEED: '90',
    });
    ({ all } = several);
    await eachTakesOrders(several, await enterAt(one(all), 'First'));
  });
  afterAll(() => several?.end());

  async function retire(at: Served, { agent_id, api_key: key }: Entered): Promise<void> {
    okJson(await post(at, `/api/agents/${agent_id}/retire`, undefined, { key }));
  }

  /** Uses a key at every process all the while. @returns the answers to uses that began after `change` was answered, and how many passed before. */
  async function usedThrough(bot: Entered, kinds: readonly Use[], change: () => Promise<unknown>) {
    const after: Answer[] = [];
    let passed = 0;
    let isOver = false;
    const users = all.flatMap((at) =>
      kinds.map(async (use) => {
        while (after.length < uses) {
          const isAfter = isOver;
          const answer = await use(at, bot);
          if (isAfter) after.push(answer);
          else if (answer.status === 200) passed++;
        }
      }),
    );
    while (passed < users.length) await pause(5);
    await change();
    isOver = true;
    await Promise.all(users);
    return { after, passed };
  }

  const codes = (answers: readonly Answer[]): Set<unknown> =>
    new Set(answers.map(({ json, text }) => (json as { error?: { code: string } }).error?.code ?? text));

  async function expectGood(bot: Entered): Promise<void> {
    for (const at of all) for (const use of anyUse) okJson(await use(at, bot));
  }

  /** Two registrations at once, at two processes. @returns the one that won. */
  async function expectOneWins(bodies: readonly ReturnType<typeof entrant>[], code: ErrorCode): Promise<Entered> {
    const first = Math.floor(random() * all.length);
    const answers = await Promise.all(
      bodies.map((body, nth) => registerAt(all[(first + nth) % all.length] as Served, body)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses, answers.map(({ text }) => text).join('\n')).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status) as [Answer, Answer];
    expectError(lost, code);
    expect(errorCatalogue[code].status).toBe(409);
    return okJson<Entered>(won);
  }

  test(`${races} times the last seat of a league: one has it`, async () => {
    const args = ['admin', 'set-capacity', smallLeague, '2', '--reason', 'A small league.'];
    expect((await runCommand({ args, env: { DATABASE_URL: several.server.url } })).code).toBe(0);
    const seated = await enterAt(one(all), 'Seated', { league: smallLeague });
    const isSmall = async (): Promise<boolean> => {
      const [row] = await onPostgres(
        several.server.url,
        `select count(*)::int as n from ledger.incidents where kind = 'capacity_set'`,
      );
      return Number(row?.['n']) === 1;
    };
    while (!(await isSmall())) await pause(50);
    for (let nth = 0; nth < races; nth++) {
      const bodies = ['a', 'b'].map((which) => entrant(`Seat${nth}${which}`, { league: smallLeague }));
      await retire(one(all), await expectOneWins(bodies, 'league_full'));
    }
    okJson(await get(one(all), `/api/agents/${seated.agent_id}`));
  }, 600_000);

  test(`${races} rotations: no use of the old key that begins after the answer passes at any process`, async () => {
    for (let nth = 0; nth < races; nth++) {
      const bot = await enterAt(one(all), `Turns${nth}`);
      let next: Entered | undefined;
      const { after } = await usedThrough(bot, anyUse, async () => {
        const path = `/api/agents/${bot.agent_id}/key`;
        next = okJson<Entered>(await post(one(all), path, undefined, { key: bot.api_key }));
      });
      expect(after.length).toBeGreaterThanOrEqual(uses);
      expect(codes(after)).toEqual(new Set(['unknown_key']));
      await expectGood({ ...bot, api_key: next?.api_key ?? '' });
      await retire(one(all), { ...bot, api_key: next?.api_key ?? '' });
    }
  }, 600_000);

  test(`${races} recoveries: the same for the key that a mailed link replaces, and the link is good once`, async () => {
    for (let nth = 0; nth < races; nth++) {
      const bot = await enterAt(one(all), `Lost${nth}`);
      const asked = { contact: `lost${nth}@example.test` };
      okJson(await post(one(all), `/api/agents/${bot.agent_id}/recover`, asked));
      const link = await recoveryLink(several.dataDir, bot.agent_id);
      let pages: Answer[] = [];
      const { after } = await usedThrough(bot, anyUse, async () => {
        const press = (): Promise<Answer> => pressButton(one(all), link);
        pages = await Promise.all([press(), press()]);
      });
      expect(after.length).toBeGreaterThanOrEqual(uses);
      expect(codes(after)).toEqual(new Set(['unknown_key']));
      expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      const [key = ''] = /ptk_\w{38}/.exec(pages.map(({ text }) => text).join('')) ?? [];
      await expectGood({ ...bot, api_key: key });
      await retire(one(all), { ...bot, api_key: key });
    }
  }, 600_000);

  test(`${races} retirements: no order that is sent after the answer is taken at any process`, async () => {
    for (let nth = 0; nth < races; nth++) {
      const bot = await enterAt(one(all), `Leaves${nth}`);
      const { after } = await usedThrough(bot, [order, order], () => retire(one(all), bot));
      expect(after.length).toBeGreaterThanOrEqual(uses);
      expect(codes(after)).toEqual(new Set(['agent_retired']));
    }
  }, 600_000);

  test(`${races} times the same name at two processes at once: one has it`, async () => {
    for (let nth = 0; nth < races; nth++) {
      const [name, like] = [`Twin${nth}`, nth % 2 === 0 ? `Twin${nth}` : `TWIN ${nth}`];
      const won = await expectOneWins(
        [entrant(name), entrant(like, { contact: `other${nth}@example.test` })],
        'name_taken',
      );
      await retire(one(all), won);
    }
  }, 600_000);

  test(`${races} times the last bot of a maker: one is entered`, async () => {
    const { botsPerMakerAndLeagueMax: most, botsEverPerMakerAndLeagueMax: ever } = limits;
    let owned: Entered[] = [];
    let contact = '';
    let left = 0;
    for (let nth = 0; nth < races; nth++) {
      if (left === 0) {
        for (const bot of owned) await retire(one(all), bot);
        contact = `many${nth}@example.test`;
        owned = [];
        for (let bot = 1; bot < most; bot++) owned.push(await enterAt(one(all), `Many${nth}x${bot}`, { contact }));
        left = ever - owned.length;
      }
      const bodies = ['a', 'b'].map((which) => entrant(`Most${nth}${which}`, { contact }));
      await retire(one(all), await expectOneWins(bodies, 'maker_limit'));
      left--;
    }
  }, 600_000);

  test('what came of it is stored once, and the audit is clean', async () => {
    const audit = await runCommand({ args: ['audit'], env: { DATABASE_URL: several.server.url } });
    expect([audit.code, audit.stderr]).toEqual([0, '']);
  });
});
