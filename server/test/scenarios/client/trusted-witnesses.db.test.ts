/** A client that names the witnesses that it trusts goes on while they see the log in time, and sends nothing while they do not. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient, type Client, type TrustedWitnesses } from '../../../../client/src/index.ts';
import { nodeFiles } from '../../../../client/src/cli-files.ts';
import { runBotCommand } from '../../harness/bot-command.ts';
import { createOperatorsWitness } from '../../harness/operators-witness.ts';
import { openWatchedLeague, type WatchedLeague } from '../../harness/watched-league.ts';
import { runOnce } from './runs.ts';

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

test('the first call looks, whatever an earlier run saw, and no call goes out before a look had its answers', async () => {
  await league.inTime(at('21:30'));
  const { id, key } = await league.enter();
  const asked: string[] = [];
  let answers: (path: string) => Response | undefined = () => undefined;
  const open = (witnesses?: TrustedWitnesses): Client =>
    createClient({
      baseUrl: league.url,
      agentId: id,
      apiKey: key,
      now: () => league.now(),
      sleep: async () => undefined,
      logMemory: { checkpoint: null, receipts: [], looked_at: league.now() },
      fetch: async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        asked.push(pathname);
        return answers(pathname) ?? (await fetch(input, init));
      },
      witnesses,
    });
  await open().status();
  expect(asked.splice(0)).toEqual(['/api/status']);
  const bot = open({ keys: [league.vkey] });
  await bot.status();
  await bot.status();
  expect(asked.splice(0)).toEqual(['/api/log', '/checkpoint', '/api/status', '/api/status']);

  // A service that gives no checkpoint, to get rid of the witnesses.
  const next = open({ keys: [league.vkey] });
  const away = JSON.stringify({ detail: 'Not now.', error: { code: 'internal_error', fix: 'Later.' } });
  answers = (path) =>
    path === '/checkpoint'
      ? new Response(away, { status: 500, headers: { 'content-type': 'application/json' } })
      : undefined;
  expect(await codeOf(next.weights({ 'BTC-USD': 1 }))).toBe('internal_error: Not now.');
  expect(await codeOf(next.weights({ 'BTC-USD': 1 }))).toBe('internal_error: Not now.');
  const note = await league.client.checkpoint();
  answers = (path) =>
    path === '/checkpoint'
      ? new Response(note.replace(/\n\n[^]*$/, '\n\n'), { headers: { 'content-type': 'text/plain' } })
      : undefined;
  expect(await codeOf(next.weights({ 'BTC-USD': 1 }))).toMatch(/^log_unwitnessed: .* not signed by its own key/);
  expect(asked).not.toContain(`/api/agents/${id}/weights`);
  answers = () => undefined;
  expect(await codeOf(open({ keys: [league.vkey] }).weights({ 'BTC-USD': 1 }))).toBe('ok');
});

test('papertape-bot takes them as options, from a file and from the environment, and each command looks', async () => {
  const { id, key } = await league.enter();
  const files = new Map([['/home/maker/witnesses.txt', `# my friends\n${league.vkey}\n\n`]]);
  const command = async (
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<readonly [number, string]> => {
    const { code, told } = await runBotCommand(league, [...argv, '--url', league.url], {
      env: { PAPERTAPE_AGENT_ID: id, PAPERTAPE_API_KEY: key, HOME: '/home/maker', ...env },
      files: {
        ...nodeFiles,
        read: async (path) => (files.has(path) ? { text: files.get(path) ?? '', mode: null } : null),
      },
    });
    return [code, told];
  };
  const order = ['weights', 'BTC-USD=0.5'];
  const stranger = createOperatorsWitness('stranger.test').vkey;
  const file = ['--witnesses', '/home/maker/witnesses.txt'];
  await league.inTime(at('21:30'));
  const said = async (
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<readonly [number, string | undefined]> => {
    const [code, told] = await command([...order, ...argv], env);
    return [code, /^log_unwitnessed[^]*?: ([^:]*:[^]*?)\nfix/m.exec(told)?.[1]?.split(' was ').at(-1)];
  };
  expect(await said(['--witness', league.vkey])).toEqual([0, undefined]);
  expect(await said(file)).toEqual([0, undefined]);
  expect(await said([], { PAPERTAPE_TRUSTED_WITNESSES: `${league.vkey},${stranger}` })).toEqual([0, undefined]);
  const alone = [1, 'not cosigned by stranger.test.'];
  const both = [1, 'not cosigned by 2 of the 2 witnesses that are trusted.'];
  expect(await said(['--witness', stranger])).toEqual(alone);
  expect(await said([], { PAPERTAPE_TRUSTED_WITNESSES: stranger })).toEqual(alone);
  // Those of the command line are taken instead.
  expect(await said(file, { PAPERTAPE_TRUSTED_WITNESSES: stranger })).toEqual([0, undefined]);
  expect(await said([...file, '--witness', stranger, '--witnesses-needed', '2'])).toEqual(both);
  const two = { PAPERTAPE_TRUSTED_WITNESSES: `${league.vkey}, ${stranger}`, PAPERTAPE_TRUSTED_WITNESSES_NEEDED: '2' };
  expect(await said([], two)).toEqual(both);
  expect((await league.client.status()).orders_pending).toBe(4);

  const wrong = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const [code, told] = await command(['state', ...argv], env);
    expect(code).toBe(2);
    return told.split('\n')[0] ?? '';
  };
  expect(await wrong(['--witness', 'witness.test'])).toContain('"witness.test" is no key of a witness.');
  expect(await wrong(['--witnesses', 'none.txt'])).toContain('There is no file none.txt');
  expect(await wrong(['--witnesses-needed', '1'])).toContain('1 witnesses are needed, and 0 are named');
  expect(await wrong([...file, '--witnesses-needed', '2'])).toContain('2 witnesses are needed, and 1 are named');
  expect(await wrong([...file, '--witnesses-needed', '1.5'])).toContain('1.5 witnesses are needed');
  const none = { PAPERTAPE_TRUSTED_WITNESSES_NEEDED: '1' };
  expect(await wrong([], none)).toContain('1 witnesses are needed, and 0 are named');
});

test('a run of a strategy waits for them, and sends its order when they are back', async () => {
  const seat = await league.enter();
  await league.inTime(at('21:30'));
  await league.advanceTo(at('21:45'));
  const ran = await runOnce({
    league,
    bot: seat,
    decide: () => ({ 'BTC-USD': 0.5 }),
    // Two marks that nobody saw come between decision and order.
    around: (deps) => {
      let isFirst = true;
      const weights: typeof deps.client.weights = async (...order) => {
        if (isFirst) await league.advance({ minutes: 10 });
        isFirst = false;
        return await deps.client.weights(...order);
      };
      return { ...deps, client: { ...deps.client, weights } };
    },
    options: { sandbox: false, now: true, once: true },
    client: { watchLog: true, now: () => league.now(), witnesses: { keys: [league.vkey] } },
    onSleep: async () => await league.inTime(new Date(league.now() + 10 * minute).toISOString()),
  });
  const waits = { event: 'away', code: 'log_unwitnessed' };
  expect(ran.told.slice(0, 5)).toMatchObject([
    waits,
    { event: 'start' },
    { event: 'decided' },
    waits,
    { event: 'sent' },
  ]);
  expect(await seat.orders()).toMatchObject({ total: 1 });
});

test('what is named must be keys of witnesses, and as many as are needed', async () => {
  const { key } = await league.client.log();
  const open = (witnesses: TrustedWitnesses) => () => createClient({ baseUrl: league.url, witnesses });
  expect(open({ keys: [key] })).toThrow('is no key of a witness');
  expect(open({ keys: ['witness.test'] })).toThrow('"witness.test" is no key of a witness');
  const unwatched = { baseUrl: league.url, witnesses: { keys: [league.vkey] }, watchLog: false };
  expect(() => createClient(unwatched)).toThrow('none of them would be asked');
  expect(open({ keys: [] })).toThrow('1 witnesses are needed, and 0 are named');
  expect(open({ keys: [league.vkey, league.vkey], needed: 2 })).toThrow('2 witnesses are needed, and 1 are named');
});
