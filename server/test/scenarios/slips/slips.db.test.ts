/**
 * Every slip that bots make ends in one corrected request: the mistakes that were seen, and as many more of each kind from a generator. What is
 * shown beside `fix` is sent as it is; where the fix is for a reader, the mistake says what the reader does.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import type { ProfileAck } from 'papertape-contract/profile';
import { okJson, post, send } from '../../harness/http.ts';
import { bookExtra } from '../../harness/booked-extra.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { repaired, type Actors, type Kind } from './mistake.ts';
import { kindsOfOrders } from './mistakes.ts';
import { moreProfileSlips } from './more-members.ts';
import { queries } from './queries.ts';
import { asWarned, kindsOfRequests, profileSlips } from './requests.ts';

/** Findings of the newcomers: so many mistakes were tried. */
const seenMin = 91;
/** More than were seen of any kind. */
const numRuns = 100;
const kinds: readonly Kind[] = [...kindsOfOrders, ...kindsOfRequests, queries];

let league: League;
let actors: Actors;
beforeAll(async () => {
  league = await openLeague();
  await league.advance({ minutes: 35 });
  const bot = await league.enter({ name: 'Clumsy Crow' });
  const other = await league.enter();
  // Histories are for bots with a pro seat.
  await bookExtra(league, bot.id, 'pro_seat_30d', 8);
  await bookExtra(league, other.id, 'pro_seat_30d', 9);
  const order = okJson<OrderAck>(
    await post(
      league,
      `/api/agents/${bot.id}/weights`,
      { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } },
      { key: bot.key },
    ),
  ).order_id;
  const { api_key: key } = okJson<{ api_key: string }>(
    await send(league, 'POST', `/api/agents/${bot.id}/key`, { key: bot.key }),
  );
  actors = {
    id: bot.id,
    key,
    name: 'Clumsy Crow',
    oldKey: bot.key,
    order,
    other: { id: other.id, key: other.key },
  };
});
afterAll(() => league.close());

describe.each(kinds.map((each) => [each.kind, each] as const))('%s', (_kind, { seen, more }) => {
  test('each that was seen ends in one corrected request at most', async () => {
    for (const mistake of seen(actors)) expect(await repaired(league, mistake)).toBeLessThanOrEqual(1);
  });

  test('those that a generator makes do, too', async () => {
    await fc.assert(
      fc.asyncProperty(more(actors), async (mistake) => void (await repaired(league, mistake))),
      { seed: 20_260_302, numRuns },
    );
  });
});

test('no fewer were tried than the newcomers tried', () => {
  const all = kinds.flatMap(({ seen }) => seen(actors));
  const names = all.map(({ what }) => what);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(all.length + profileSlips.length).toBeGreaterThanOrEqual(seenMin);
});

test.each(profileSlips)(
  'of a profile %s is ignored, and the warning says what is known',
  async (name, value, meant) => {
    const sent = { method: 'POST', path: '/api/agents/me/profile', key: actors.key, body: { [name]: value } };
    const first = okJson<ProfileAck>(await send(league, sent.method, sent.path, sent));
    expect(first.changed).toEqual({});
    expect(first.warnings).toEqual([expect.stringContaining(`Unknown member "${name}" was ignored`)]);
    expect(first.warnings[0]).toMatch(/Known: website, logo, logo_url, description, style, pledge_pct, /);
    if (meant === undefined) return;
    const next = asWarned(sent, first.warnings);
    const second = okJson<ProfileAck>(await send(league, next.method, next.path, next));
    expect(second.changed).toEqual({ [meant]: value });
  },
);

test('the warning of a profile names what was meant by a member in another style, or mistyped', async () => {
  await fc.assert(
    fc.asyncProperty(moreProfileSlips, async ([name, value, meant]) => {
      const sent = { method: 'POST', path: '/api/agents/me/profile', key: actors.key, body: { [name]: value } };
      const { warnings } = okJson<ProfileAck>(await send(league, sent.method, sent.path, sent));
      const next = asWarned(sent, warnings);
      const { changed } = okJson<ProfileAck>(await send(league, next.method, next.path, next));
      expect(changed).toEqual({ [meant]: value });
    }),
    { seed: 20_260_302, numRuns },
  );
});
