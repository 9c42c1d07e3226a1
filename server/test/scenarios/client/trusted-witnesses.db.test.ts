/** A client that names the witnesses that it trusts goes on while they see the log in time, and sends nothing while they do not. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient, type Client, type TrustedWitnesses } from '../../../../client/src/index.ts';
import { createOperatorsWitness } from '../../harness/operators-witness.ts';
import { openWatchedLeague, type WatchedLeague } from '../../harness/watched-league.ts';

let league: WatchedLeague;
const operators = createOperatorsWitness();
const minute = 60_000;
beforeEach(async () => {
  league = await openWatchedLeague({ start: '2026-03-02T20:58:00Z' });
});
afterEach(() => league.close());

/** @returns a client of a bot that looks at the log before every call that comes five minutes after the last look. */
async function openBot(witnesses: TrustedWitnesses): Promise<Client> {
  const { id, key } = await league.enter();
  return createClient({ baseUrl: league.url, agentId: id, apiKey: key, now: () => league.now(), witnesses });
}

const at = (time: string): string => `2026-03-02T${time}:00.000Z`;
const codeOf = async (call: Promise<unknown>): Promise<string> =>
  await call.then(
    () => 'ok',
    (e: unknown) => `${(e as { code?: string }).code}: ${(e as { detail?: string }).detail}`,
  );

test('while they see it in time, also when the newest mark was done a moment ago', async () => {
  const bot = await openBot({ keys: [league.vkey] });
  await league.inTime(at('21:30'));
  expect(await codeOf(bot.weights({ 'BTC-USD': 0.5 }))).toBe('ok');
  await league.inTime(at('21:40'));
  await league.advanceTo('2026-03-02T21:45:02Z');
  expect(await codeOf(bot.weights({ 'BTC-USD': 0.4 }))).toBe('ok');
  await league.see();
  await league.inTime(at('21:50'));
  expect(await codeOf(bot.weights({ 'BTC-USD': 0.3 }))).toBe('ok');
});

test('a witness of the operator is none of them, and neither is another one of the same name', async () => {
  const [bot, both, namesake, either] = [
    await openBot({ keys: [league.vkey] }),
    await openBot({ keys: [league.vkey, operators.vkey], needed: 2 }),
    await openBot({ keys: [createOperatorsWitness('witness.test').vkey] }),
    await openBot({ keys: [league.vkey, operators.vkey] }),
  ];
  await league.inTime(at('21:30'));
  expect(await codeOf(bot.state())).toBe('ok');
  const not = (who: string): unknown =>
    expect.stringMatching(
      new RegExp(`^log_unwitnessed: Nobody whom you trust saw it in time: the log of the mark .*21:.*${who}`),
    );
  expect(await codeOf(both.state())).toEqual(not('not cosigned by 2 of the 2 witnesses that are trusted'));
  expect(await codeOf(namesake.state())).toEqual(not('not cosigned by witness.test'));
  // Two marks are done that only the operator's own witness says that it saw.
  await league.advanceTo(at('21:40'));
  await operators.sign(league, Date.parse(at('21:35')), Date.parse(at('21:40')), 2_000);
  league.clock.set(league.now() + 1_000);
  expect(await codeOf(bot.weights({ 'BTC-USD': 1 }))).toEqual(not('not cosigned by witness.test'));
  expect(await codeOf(either.weights({ 'BTC-USD': 1 }))).toBe('ok');
  // Nothing is sent before the next look, and then it is asked again.
  await league.see();
  expect(await codeOf(bot.weights({ 'BTC-USD': 1 }))).toEqual(not('not cosigned by witness.test'));
  await league.inTime(at('21:50'));
  expect(await codeOf(bot.weights({ 'BTC-USD': 1 }))).toBe('ok');
});

test('a mark that they saw late', async () => {
  const bot = await openBot({ keys: [league.vkey, operators.vkey], needed: 2 });
  await league.inTime(at('21:30'));
  await league.advanceTo(at('21:35'));
  await operators.sign(league, Date.parse(at('21:35')), Date.parse(at('21:35')), 2_000);
  league.clock.set(league.now() + 3 * minute + 1_000);
  await league.see();
  const late =
    'log_unwitnessed: Nobody whom you trust saw it in time: the log of the mark 2026-03-02T21:35:00.000Z was first cosigned by 2 of the 2 witnesses that are trusted 181 seconds after it.';
  expect(await codeOf(bot.weights({ 'BTC-USD': 1 }))).toBe(late);
});

test('an old log, or another checkpoint for that of a mark, is no excuse', async () => {
  await league.inTime(at('21:30'));
  const { id, key } = await league.enter();
  const said = new Map<string, (body: string) => Promise<string> | string>();
  const between: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const change = said.get(new URL(input instanceof Request ? input.url : input).pathname);
    return change ? new Response(await change(await answer.text()), answer) : answer;
  };
  const bot = createClient({
    baseUrl: league.url,
    agentId: id,
    apiKey: key,
    now: () => league.now(),
    fetch: between,
    witnesses: { keys: [league.vkey] },
  });
  const not = (why: string): unknown => expect.stringMatching(new RegExp(`^log_unwitnessed: .*${why}`));
  // The engine stands still, or what it does is not shown.
  league.clock.set(Date.parse(at('21:38')) + 1_000);
  expect(await codeOf(bot.state())).toEqual(not('newest mark, 2026-03-02T21:30.*, is 481 seconds old'));
  // The mark of 21:40 was not seen. An earlier checkpoint, which was, is shown for it, and for the one before.
  const seen = await league.client.markCheckpoint(at('21:30'));
  await league.advanceTo('2026-03-02T21:45:02Z');
  said.set('/api/log/checkpoints/2026-03-02T21:40:00.000Z', () => seen);
  expect(await codeOf(bot.state())).toEqual(not('mark 2026-03-02T21:40.* cosigned by witness.test before the mark'));
  await league.inTime(at('21:50'));
  said.set('/api/log', (body) => body.replace(/"mark":"[^"]*"/, '"mark":"2026-03-02T21:55:00.000Z"'));
  expect(await codeOf(bot.state())).toEqual(not('is -\\d+ seconds old'));
  league.clock.set(league.now() + 5 * minute);
  said.set('/api/log', (body) => body.replace(/"size":\d+/, '"size":1'));
  expect(await codeOf(bot.state())).toEqual(not('are not the same'));
  said.clear();
  await league.inTime(at('22:00'));
  expect(await codeOf(bot.state())).toBe('ok');
});

test('what is named must be keys of witnesses, and as many as are needed', async () => {
  const { key } = await league.client.log();
  const open = (witnesses: TrustedWitnesses) => () => createClient({ baseUrl: league.url, witnesses });
  expect(open({ keys: [key] })).toThrow('is no key of a witness');
  expect(open({ keys: ['witness.test'] })).toThrow('"witness.test" is no key of a witness');
  expect(open({ keys: [] })).toThrow('1 witnesses are needed, and 0 are named');
  expect(open({ keys: [league.vkey, league.vkey], needed: 2 })).toThrow('2 witnesses are needed, and 1 are named');
});
