/**
 * Webhooks and mails when another process takes over: the one that serves is killed, or stands still and wakes up later, while a flood of events and some mails are due. Every event comes at least
 * once and in order for its bot, what comes twice was under way, and a webhook that was cleared is silent, also at a process that wakes up. Every mail was given whole to the mail server; an inquiry,
 * which is repeated, was taken by it, and of all mails only the one that was under way comes twice.
 *
 * PAPERTAPE_DELIVERIES_TAKEOVERS (2) says how many take-overs, PAPERTAPE_DELIVERIES_SEED where what is sent. Those after the second are at random instants, with nothing held. `npm run cluster-test` is the long form.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { openEventReceiver, type EventReceiver } from '../../harness/event-receiver.ts';
import { get, okJson, post, type Answer, type Served } from '../../harness/http.ts';
import { mailSettings } from '../../harness/mailed.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { openPostOffice, type PostOffice } from '../../harness/post-office.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { readyLine } from '../../harness/ready-line.ts';
import { startRole, type RunningRole } from '../../harness/role.ts';
import { enterAt, orderAt, type Entered } from '../../harness/several.ts';

const takeOvers = Number(process.env['PAPERTAPE_DELIVERIES_TAKEOVERS'] ?? '2');
const seed = Number(process.env['PAPERTAPE_DELIVERIES_SEED'] ?? '1');
const random = seededUniform(seed);
const botCount = 24;
/** Deliveries under way at once: what may come twice at a take-over. */
const underWayMax = 8;
const silentMs = 5_000;

interface Told {
  readonly events: number;
  /** Deliveries that began before what was told. */
  readonly doubled: number;
}

describe.skipIf(!hasPostgres)('webhooks and mails when another process takes over', () => {
  let server: OwnPostgres;
  let folder: string;
  let receiver: EventReceiver;
  let office: PostOffice;
  let web: RunningRole;
  let serving: RunningRole;
  let waiting: RunningRole;
  const started: RunningRole[] = [];
  const bots: Entered[] = [];
  const inquiries: string[] = [];
  const recoveries: string[] = [];
  let asked = 0;

  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

  async function start(role: 'all' | 'web', more: Readonly<Record<string, string>>): Promise<RunningRole> {
    const running = await startRole(role, {
      DATABASE_URL: server.url,
      DATA_DIR: join(folder, role),
      PAPERTAPE_PRICES: 'simulated:deliveries',
      PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
      PAPERTAPE_CLOCK_SPEED: '60',
      PAPERTAPE_WEBHOOKS: 'local',
      ...mailSettings(office),
      ...more,
    });
    started.push(running);
    return running;
  }
  const startStandby = (): Promise<RunningRole> => start('all', { PAPERTAPE_STANDBY: 'on' });

  const path = ({ agent_id: id }: Entered): string => `/api/agents/${id}/webhook`;
  async function follow(at: Served, bot: Entered): Promise<void> {
    okJson(await post(at, path(bot), { url: `${receiver.url}/${bot.agent_id}` }, { key: bot.api_key }));
  }

  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'papertape-deliveries-'));
    receiver = await openEventReceiver();
    office = await openPostOffice();
    serving = await startStandby();
    waiting = await startStandby();
    web = await start('web', {});
    for (let nth = 0; nth < botCount; nth++) {
      const bot = await enterAt(one([serving, web]), `Bot${nth}`);
      bots.push(bot);
      await follow(one([serving, web]), bot);
    }
  });
  afterAll(async () => {
    for (const { service } of started.toReversed()) {
      service.process.kill('SIGCONT');
      await service.stop('SIGKILL');
    }
    await receiver.close();
    await office.close();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Orders of all bots at whichever process takes them, one after another, until it is so. Whoever refuses one is not asked again for it: what is stored counts. */
  async function orders(until: () => boolean, from: readonly Entered[] = bots): Promise<void> {
    const sender = async (): Promise<void> => {
      while (!until()) {
        const answer: Answer | undefined = await orderAt(one([serving, web]), one(from)).catch(() => undefined);
        if (answer?.status !== 200) await pause(20);
      }
    };
    await Promise.all([sender(), sender(), sender(), sender()]);
  }

  /** Inquiries, which are repeated when it is not known what became of them, and links to new keys, which are not. */
  async function askForMails(at: Served): Promise<void> {
    for (let nth = 0; nth < 4; nth++) {
      const inquiry = { placement: 'newsletter', company: 'Works', contact: 'ann@example.test', message: 'Please.' };
      const { inquiry_id } = okJson<{ inquiry_id: string }>(await post(at, '/api/sponsor-inquiry', inquiry));
      inquiries.push(inquiry_id);
      const nthBot = asked++ % botCount;
      const { agent_id: id } = bots[nthBot] as Entered;
      okJson(await post(at, `/api/agents/${id}/recover`, { contact: `bot${nthBot}@example.test` }));
      recoveries.push(id);
    }
  }

  const mailsAreSent = async (): Promise<boolean> => {
    const [row] = await onPostgres(server.url, 'select count(*)::int as n from intake.mails');
    return row?.['n'] === 0;
  };

  /** What one of them was told, each event after those before it. */
  async function told(bot: Entered): Promise<Told & { readonly missing: number }> {
    const truth: string[] = [];
    for (let since = '', more = true; more;) {
      const query = `limit=${limits.eventsPerPageMax}${since === '' ? '' : `&since=${since}`}`;
      const page = okJson<{ events: { id: string }[]; next: string; more: boolean }>(
        await get(serving, `/api/agents/${bot.agent_id}/events?${query}`, { key: bot.api_key }),
      );
      truth.push(...page.events.map(({ id }) => id));
      ({ next: since, more } = page);
    }
    // Orders, and everything else: each part is in its own order, and orders may overtake marks that are late.
    const parts = [true, false].map((isOrders) => truth.filter((id) => id.startsWith('order_received/') === isOrders));
    const seen = [0, 0];
    let doubled = 0;
    for (const { ids } of receiver.deliveries.filter((d) => d.path === `/${bot.agent_id}`)) {
      let isDoubled = false;
      for (const [part, inOrder] of parts.entries()) {
        const of = ids.filter((id) => inOrder.includes(id));
        if (of.length === 0) continue;
        const at = inOrder.indexOf(of[0] as string);
        expect(inOrder.slice(at, at + of.length)).toEqual(of);
        const before = seen[part] as number;
        expect(at, `${of[0]} was told to ${bot.agent_id} before what comes before it`).toBeLessThanOrEqual(before);
        isDoubled ||= at < before;
        seen[part] = Math.max(before, at + of.length);
      }
      if (isDoubled) doubled++;
    }
    const events = (seen[0] as number) + (seen[1] as number);
    return { events, doubled, missing: truth.length - events };
  }

  async function allTold(of: readonly Entered[]): Promise<Told> {
    let sum = { events: 0, doubled: 0 };
    for (const bot of of) {
      let seen = await told(bot);
      for (; seen.missing > 0; seen = await told(bot)) await pause(100);
      sum = { events: sum.events + seen.events, doubled: sum.doubled + seen.doubled };
    }
    return sum;
  }

  /** So many are under way at the receiver and one at the mail server as can be, and more is due. */
  async function fill(): Promise<void> {
    receiver.hold();
    office.replies.text = 'silent';
    const text = office.nextText();
    await askForMails(one([serving, web]));
    await text;
    const due = receiver.deliveries.length + 4 * botCount;
    let sent = 0;
    await orders(() => receiver.waiting() === underWayMax && sent++ > due);
  }

  const flood = async (ms: number): Promise<void> => {
    const until = performance.now() + ms;
    await orders(() => performance.now() >= until);
  };

  test(`${takeOvers} take-overs: every event and mail, in order, and twice only what was under way`, async () => {
    // oxlint-disable-next-line no-console -- the seed must be seen
    console.log(`deliveries: PAPERTAPE_DELIVERIES_SEED=${seed}`);
    const followed = [...bots];
    const silent: { readonly bot: Entered; readonly at: number }[] = [];
    for (let nth = 0; nth < takeOvers; nth++) {
      const isStopped = nth % 2 === 1;
      if (nth < 2) await fill();
      else {
        await askForMails(one([serving, web]));
        await flood(random() * 1_000);
      }
      const old = serving;
      if (isStopped) old.service.process.kill('SIGSTOP');
      else await old.service.stop('SIGKILL');
      office.replies.text = undefined;
      receiver.release();
      await waiting.service.says(readyLine);
      serving = waiting;
      // Whoever has no webhook any more orders on, among the others.
      const bot = followed.splice(Math.floor(random() * followed.length), 1)[0] as Entered;
      const at = one([serving, web]);
      let cleared: Answer;
      do cleared = await post(at, path(bot), { url: '' }, { key: bot.api_key });
      while (cleared.status === 503);
      okJson(cleared);
      silent.push({ bot, at: performance.now() + silentMs });
      if (isStopped) {
        await flood(silentMs);
        old.service.process.kill('SIGCONT');
        expect((await old.service.ended).code).toBe(1);
      }
      await flood(500);
      waiting = await startStandby();
    }
    const { events, doubled } = await allTold(followed);
    for (const { bot, at } of silent)
      expect(receiver.deliveries.filter((d) => d.path === `/${bot.agent_id}` && d.at > at)).toEqual([]);
    while (!(await mailsAreSent())) await pause(100);
    const inquired = (id: string): number =>
      office.mails.filter(({ head }) => head.get('message-id') === `<${id}@example.test>`).length;
    const mailed = inquiries.map(inquired);
    // oxlint-disable-next-line no-console -- figures of the long form
    console.log(
      `deliveries: ${takeOvers} take-overs, ${events} events, ${doubled} deliveries twice, ${mailed.length} inquiries, ${mailed.reduce((a, b) => a + b, 0)} mails of them`,
    );
    expect(events).toBeGreaterThan(botCount * takeOvers);
    expect(doubled).toBeLessThanOrEqual(underWayMax * takeOvers);
    expect(mailed.filter((n) => n === 0)).toEqual([]);
    expect(mailed.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(inquiries.length + takeOvers);
    const links = office.texts.filter((text) => text.includes('/recover/'));
    expect(links.length).toBe(recoveries.length);
    for (const id of recoveries) expect(links.some((text) => text.includes(id))).toBe(true);
  }, 600_000);
});
