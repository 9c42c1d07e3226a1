/**
 * JSONTestSuite through every door that takes JSON: what the grammar takes is taken (or refused for a reason of the league's own), what
 * it does not is refused, and nothing is a fault. Each file is sent twice: as the whole body, and as a value within a good one.
 */
import { bodyBytesMaxOf } from 'papertape-contract/operation-facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from 'papertape-contract/errors';
import type { Operation } from '../harness/operations.ts';
import { expectError, expectKnownError, type Answer } from '../harness/http.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';
import { startLocalRates, type LocalRates } from '../../../examples/payments-local/local-rates.ts';
import { anyRecipient } from '../harness/booked-extra.ts';
import { openRound } from '../harness/rounds.ts';
import { postEntry } from '../harness/showcase.ts';
import { each, expectShort, knock, posts } from './doors.ts';
import { suite, type SuiteFile } from './json-suite.ts';

let league: League;
/** An order of an extra needs a rate. */
let rates: LocalRates;
/** A round that is open, for what is sent to one. */
let held: Awaited<ReturnType<typeof openRound>>;
beforeAll(async () => {
  held = await openRound({ others: 4 });
  rates = await startLocalRates(() => Math.floor(Date.now() / 1_000));
  const env = { PAPERTAPE_PAY_RECIPIENT: anyRecipient, PAPERTAPE_PAY_RATES: rates.setting };
  league = await openLeague({ env, overrides: { botsPerTier: 10_000 } });
  await league.advance({ minutes: 35 });
});
afterAll(async () => {
  await league.close();
  await held.league.close();
  await rates.close();
});

test('the suite is whole, and what the package could not keep as text is put back', () => {
  expect(suite).toHaveLength(318);
  for (const { name, bytes, text } of suite)
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), name).toBe(text);
  const starts = (letter: string): number => suite.filter((f) => f.name.startsWith(`${letter}_`)).length;
  expect([starts('y'), starts('n'), starts('i')]).toEqual([95, 188, 35]);
  expect(suite.filter((f) => f.name.startsWith('n_') && f.refusedAs === undefined)).toEqual([]);
});

let entry: number | undefined;
let made = 0;
/** A body that the operation takes, with the file as the value of a member that nobody knows. */
function around(operation: Operation, file: SuiteFile, botId: string): Buffer {
  const example = { ...(operation.request?.example as Record<string, unknown>) };
  if (operation.id === 'registerAgent')
    Object.assign(example, { name: `S ${++made}`, contact: `s${made}@example.test` });
  // Whoever has no pro seat may only end alerts.
  if (operation.id === 'setAlerts') example['alerts'] = [];
  if (operation.id === 'createPayOrder' || operation.tag === 'Showcase') example['agent_id'] = botId;
  return Buffer.concat([Buffer.from(`${JSON.stringify(example).slice(0, -1)},"x":`), file.bytes, Buffer.from('}')]);
}

/** What is larger than the operation takes is refused for that, whatever is in it. */
function sizeFirst<Code>(operation: Operation, body: Buffer, refusedAs: Code): Code | 'body_too_large' {
  return body.length > bodyBytesMaxOf(operation) ? 'body_too_large' : refusedAs;
}

describe.each(posts.map((o) => [o.id, o] as const))('%s', (_id, operation) => {
  let bot: Bot;
  let of: League;
  beforeAll(async () => {
    of = operation.tag === 'Rounds' ? held.league : league;
    bot = operation.tag === 'Rounds' ? held.bot : await league.enter();
    entry ??= await postEntry(league, await league.enter());
  });
  const send = (body: Buffer, by = bot): Promise<Answer> =>
    knock(of, {
      method: 'POST',
      url: operation.path
        .replace('{agent_id}', by.id)
        .replace('{id}', String(entry))
        .replace('{league}', 'deal_finder'),
      key: operation.key === 'required' ? by.key : undefined,
      body,
    });

  let sent = 0;
  /** A bot posts a few times a day, and votes once; it sends 60 sheets a round. */
  async function senderOf(): Promise<Bot> {
    if (operation.tag === 'Showcase') return await league.enter();
    if (operation.tag === 'Rounds') return held.others[Math.floor(sent++ / 50)] as Bot;
    return bot;
  }

  test('as a value', async () => {
    await each(suite, 10, async (file) => {
      const by = file.refusedAs === undefined ? await senderOf() : bot;
      const body = around(operation, file, by.id);
      const answer = await send(body, by);
      const refusedAs = sizeFirst(operation, body, file.refusedAs);
      if (refusedAs === undefined) expect(answer.status, `${file.name}: ${answer.text.slice(0, 300)}`).toBe(200);
      else expect([file.name, expectError(answer, refusedAs).error.code]).toEqual([file.name, refusedAs]);
      expectShort(answer);
    });
  });

  test('as the whole body', async () => {
    await each(suite, 10, async (file) => {
      const answer = await send(file.bytes);
      expectShort(answer);
      if (file.bytes.length === 0 && operation.request?.required === false) return expect(answer.status).toBe(200);
      const refusedAs = sizeFirst(operation, file.bytes, refusedWhole(file));
      if (refusedAs !== undefined) return void expectError(answer, refusedAs);
      // An object is read; whether it says what is needed is another matter.
      if (answer.status !== 200)
        expect([file.name, expectKnownError(answer).error.code]).toEqual([file.name, 'missing_field']);
    });
  });
});

describe('/mcp', () => {
  let bot: Bot;
  beforeAll(async () => {
    bot = await league.enter();
  });
  interface Message {
    readonly error?: { readonly code: number; readonly data?: unknown };
    readonly result?: { readonly isError?: boolean; readonly structuredContent?: { readonly warnings: string[] } };
  }
  const send = async (body: Buffer): Promise<{ status: number; message: Message; answer: Answer }> => {
    const answer = await knock(league, {
      method: 'POST',
      url: '/mcp',
      body,
      key: bot.key,
      headers: {
        host: '127.0.0.1',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'arena_submit_weights',
      },
    });
    return { status: answer.status, message: answer.json as Message, answer };
  };
  /** The service's own words, beside those of JSON-RPC. */
  const saidIn = ({ error }: Message): unknown =>
    (error?.data as { error?: { code?: string } } | undefined)?.error?.code;

  test('as an argument of a tool', async () => {
    const head = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"arena_submit_weights","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"suite","version":"1"}},"arguments":{"agent_id":"${bot.id}","weights":{"BTC-USD":0.5},"x":`;
    await each(suite, 10, async (file) => {
      const { status, message, answer } = await send(
        Buffer.concat([Buffer.from(head), file.bytes, Buffer.from('}}}')]),
      );
      if (file.refusedAs === 'body_too_large') return void expectError(answer, 'body_too_large');
      if (file.refusedAs !== undefined) {
        expect([file.name, status, message.error?.code, saidIn(message)]).toEqual([
          file.name,
          400,
          -32_700,
          file.refusedAs,
        ]);
      } else {
        expect([file.name, status, message.result?.isError], answer.text).toEqual([file.name, 200, undefined]);
        const warned =
          file.text.trim() === 'null' ? [] : ['Unknown member "x" was ignored. Known: date, weights, sandbox, reason.'];
        expect(message.result?.structuredContent?.warnings, file.name).toEqual(warned);
      }
    });
  });

  test('as the whole message', async () => {
    await each(suite, 10, async (file) => {
      const { status, message, answer } = await send(file.bytes);
      if (file.refusedAs === 'body_too_large') return void expectError(answer, 'body_too_large');
      expect([file.name, status], answer.text).toEqual([file.name, 400]);
      expect(message.error, file.name).toBeDefined();
      const refusedAs = refusedWhole(file);
      if (refusedAs === undefined) return;
      // A list that is JSON is a batch, which the protocol has no more.
      const isBatch = refusedAs === 'invalid_json' && isList(file);
      expect([file.name, message.error?.code, saidIn(message)]).toEqual([
        file.name,
        isBatch ? -32_600 : -32_700,
        refusedAs,
      ]);
    });
  });
});

/** What it is refused as when it is the whole body; undefined for an object that is read. */
function refusedWhole({ name, text, refusedAs }: SuiteFile): ErrorCode | undefined {
  if (name === 'i_structure_UTF-8_BOM_empty_object') return undefined;
  // What is no object is refused before anyone looks at its texts and members.
  const comesFirst = refusedAs === 'json_too_deep' || refusedAs === 'body_too_large';
  return text.trim().startsWith('{') || comesFirst ? refusedAs : 'invalid_json';
}

/** Not so when its bytes are no text. */
function isList({ bytes }: SuiteFile): boolean {
  try {
    return Array.isArray(JSON.parse(bytes.toString()));
  } catch {
    return false;
  }
}
