/** Alerts of a pro seat: mailed to a confirmed contact while the seat holds, collected, ended by one press. */
import { expect, test } from 'vitest';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { bookExtra } from '../../harness/booked-extra.ts';
import { get, post } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { contactLink, mailedLeagueOfTest, press } from '../../harness/mailed.ts';

const all = ['rank_change', 'fill', 'rejection', 'tier_change', 'incident'] as const;
const minute = 60_000;

async function fill(league: League, bot: Bot, weights: Readonly<Record<string, number>>): Promise<string> {
  const { order_id } = await bot.weights(weights);
  await league.advance({ minutes: 40 });
  return order_id;
}

test('without a seat alerts are refused, and can be ended', async () => {
  const { league } = await mailedLeagueOfTest();
  const bot = await league.enter();
  await expect(bot.setAlerts(['fill'])).rejects.toMatchObject({ code: 'pro_seat_required' });
  expect(await bot.setAlerts([])).toMatchObject({ alerts: [], state: 'off' });
  const wrong = await post(league, `/api/agents/${bot.id}/alerts`, { alerts: ['gossip'] }, { key: bot.key });
  expect(wrong.json).toMatchObject({ error: { code: 'invalid_field' } });
});

test('from a confirmed contact to the last press: what is mailed, when, and what is not', async () => {
  let now = Date.parse('2026-03-02T08:00:00Z');
  const { league, mails, later } = await mailedLeagueOfTest({
    faults: [
      {
        kind: 'apart',
        pool: 'sim:SOL-USD:2',
        factor: 1.05,
        from: Date.parse('2026-03-02T00:00:00Z'),
        to: Date.parse('2026-03-09T00:00:00Z'),
      },
    ],
    overrides: { payments: { realNow: () => now } },
  });
  const bot = await league.enter({ name: 'Wants alerts', contact: 'owner@example.test' });
  const rival = await league.enter({ name: 'Rival' });
  await bookExtra(league, bot.id, 'pro_seat_30d', 9);
  const confirm = await mails();
  expect(await bot.setAlerts([...all])).toMatchObject({ alerts: all, state: 'contact_unconfirmed' });

  // To nobody who has not confirmed.
  await fill(league, bot, { 'BTC-USD': 0.5 });
  expect(await mails()).toEqual([]);
  await press(league, contactLink(confirm.find(({ to }) => to.includes('owner@example.test'))), { all: 'mine' });
  expect((await bot.alerts()).state).toBe('on');
  expect(await mails()).toEqual([]);

  // A fill, and what came in the ten minutes after it in the next mail. A sandbox order is no alert.
  const first = await fill(league, bot, { 'BTC-USD': 0.4 });
  await bot.weights({ 'BTC-USD': 0.1 }, { sandbox: true });
  const [mail, ...more] = await mails();
  expect([mail?.to, more]).toEqual([['owner@example.test'], []]);
  expect(mail?.text).toContain(`${first} was filled (sell `);
  const rejected = await fill(league, bot, { 'SOL-USD': 0.5 });
  expect(await mails()).toEqual([]);
  later(10 * minute - 1);
  expect(await mails()).toEqual([]);
  later(1);
  const [second] = await mails();
  expect(second?.text).toMatch(new RegExp(`^2026-.* UTC: ${rejected}: Rejected whole: the two pools of SOL-USD`));
  expect(second?.text).not.toContain('was filled');

  // A change of rank, and an incident about a symbol of the league.
  await fill(league, rival, { 'ETH-USD': 1 });
  await league.advanceTo('2026-03-04T00:10:00Z');
  const about = { kind: 'symbol', id: 'LINK-USD' } as const;
  await insertAction(league.app.storage.db, {
    id: 'act_alert',
    at: league.now(),
    action: 'suspend',
    about,
    reason: 'Its pool is odd.',
  });
  await league.advance({ minutes: 10 });
  later(10 * minute);
  const text = (await mails()).map((m) => m.text).join('');
  expect(text).toContain('suspended (LINK-USD): Its pool is odd.');
  const { events } = await bot.events({ limit: 100 });
  const closes = events.flatMap((e) => (e.type === 'close' && e.data.move ? [e.data] : []));
  expect(closes.length).toBeGreaterThan(0);
  for (const { date, rank, of } of closes) expect(text).toContain(`${date}: rank ${rank} of ${of}, `);
  expect(text.match(/: rank /g)?.length ?? 0).toBe(closes.length);

  // A seat that ends while the mail waits: it is not sent, and what happens without a seat is passed over.
  later(10 * minute);
  await fill(league, bot, { 'BTC-USD': 0.2 });
  await league.app.deps.alerts.run();
  now = Date.parse('2200-01-01T00:00:00Z');
  expect(await mails()).toEqual([]);
  await fill(league, bot, { 'BTC-USD': 0.1 });
  later(10 * minute);
  expect(await mails()).toEqual([]);
  expect((await bot.alerts()).state).toBe('no_seat');
  now = Date.parse('2026-03-05T00:00:00Z');
  const renewed = await fill(league, bot, { 'BTC-USD': 0.6 });
  const afterGap = await mails();
  expect(afterGap.map((m) => m.text.match(/ord_\w+ was filled/g))).toEqual([[`${renewed} was filled`]]);

  // One press, also by a mail program; another's link is none.
  const link = /\/alerts\/stop\/[\w-]+/.exec(afterGap[0]?.text ?? '')?.[0] ?? '';
  expect(afterGap[0]?.head.get('list-unsubscribe')).toBe(`<${league.url}${link}>`);
  expect(afterGap[0]?.head.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect((await get(league, link)).text).toContain('End the alerts');
  expect((await bot.alerts()).state).toBe('on');
  expect((await press(league, `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  expect((await press(league, link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
  expect(await bot.alerts()).toMatchObject({ alerts: [], state: 'off' });
  later(10 * minute);
  await fill(league, bot, { 'BTC-USD': 0.3 });
  expect(await mails()).toEqual([]);
});
