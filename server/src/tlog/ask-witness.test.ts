import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { numberedLog, type GrownLog } from '../../test/harness/grown-log.ts';
import { folderOfTest } from '../../test/harness/of-test.ts';
import { addCheckpoint, openTestWitness, reportOf } from '../../test/harness/witness.ts';
import { askWitness, configuredWitness, type AskOptions, type WitnessOutcome } from './ask-witness.ts';
import { openCheckpoint } from './checkpoint.ts';
import { createSigner, formatKey, formatNote, parseKey, signLine, splitNote } from './note.ts';

const signer = createSigner('league.example', 'note', Buffer.alloc(32, 1));
const vkey = formatKey(signer.key);
const honest = numberedLog(signer);

async function witnessOfTest() {
  const witness = await openTestWitness(folderOfTest(), [vkey]);
  onTestFinished(() => witness.close());
  const configured = configuredWitness(witness.vkey, `${witness.url}/`)!;
  const ask = async (log: GrownLog, size: number, knownSize: number, more: Partial<AskOptions> = {}) =>
    await askWitness(configured, { note: await log.checkpoint(size), read: log.read, knownSize, ...more });
  return { ...witness, configured, ask };
}

describe('a real witness', () => {
  test('cosigns a log as it grows to 70,000 entries, and the line stands below the checkpoint', async () => {
    const { ask, configured } = await witnessOfTest();
    const started = Date.now() / 1000;
    let known = 0;
    for (const size of [0, 1, 2, 255, 256, 257, 300, 65_535, 65_536, 65_537, 70_000]) {
      const outcome = await ask(honest, size, known);
      if (outcome.kind !== 'cosigned') throw new Error(`${size}: ${JSON.stringify(outcome)}`);
      expect(outcome.time).toBeGreaterThan(started - 2);
      const { text, lines } = splitNote(await honest.checkpoint(size))!;
      const opened = openCheckpoint(formatNote(text, [...lines, outcome.line]), [signer.key], [configured.key]);
      expect(opened?.signatures.map(({ key }) => key.name)).toEqual(['league.example', 'witness.test']);
      known = size;
    }
  });

  test('tells a log that does not know, or is wrong about, what the witness saw', async () => {
    const { ask } = await witnessOfTest();
    expect((await ask(honest, 40, 17)).kind).toBe('cosigned');
    expect((await ask(honest, 50, 0)).kind).toBe('cosigned');
    expect((await ask(honest, 60, 3)).kind).toBe('cosigned');
    expect((await ask(honest, 61, 1_000)).kind).toBe('cosigned');
    expect((await ask(honest, 61, 61)).kind).toBe('cosigned');
  });

  test('refuses a log that lost entries, and one that is forked', async () => {
    const { ask } = await witnessOfTest();
    expect((await ask(honest, 50, 0)).kind).toBe('cosigned');
    expect(await ask(honest, 40, 40)).toEqual({ kind: 'refused', why: 'larger', size: 50 });
    const fork = numberedLog(signer, 20);
    expect(await ask(fork, 50, 50)).toEqual({ kind: 'refused', why: 'fork', size: 50 });
    expect(await ask(fork, 50, 0)).toEqual({ kind: 'refused', why: 'fork', size: 50 });
    expect(await ask(fork, 60, 50)).toMatchObject({ kind: 'failed', why: expect.stringMatching(/^it answered 422/) });
    expect((await ask(honest, 60, 50)).kind).toBe('cosigned');
  });

  test('of two forks that ask at once, exactly one is cosigned at each size', async () => {
    const witness = await witnessOfTest();
    const forks = Array.from({ length: 8 }, (_, i) => numberedLog(signer, 3, `fork ${i}`));
    const outcomes = await Promise.all(forks.map((fork) => witness.ask(fork, 10, 0)));
    const won = outcomes.flatMap((outcome, i) => (outcome.kind === 'cosigned' ? [i] : []));
    expect(won).toHaveLength(1);
    expect(outcomes.filter((o) => o.kind === 'refused' && o.why === 'fork')).toHaveLength(7);
    const root = (await forks[won[0]!]!.tree(10)).root.toString('base64');
    expect((await reportOf(witness)).logs[0]).toMatchObject({ size: 10, root });
    expect((await reportOf(witness)).forks).toHaveLength(7);
  });

  test('keeps the request of another process of the same log apart from its own', async () => {
    const witness = await witnessOfTest();
    await addCheckpoint(witness, await honest.request(0, 30));
    expect((await witness.ask(honest, 35, 10)).kind).toBe('cosigned');
  });
});

/** A stand-in that answers as it likes. */
async function liar(answer: (body: string, response: ServerResponse, request: IncomingMessage) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push(request.url ?? '');
      answer(Buffer.concat(parts).toString(), response, request);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = createSigner('witness.test', 'cosignature', Buffer.alloc(32, 5));
  const outcome = async (more: Partial<AskOptions> = {}): Promise<WitnessOutcome> =>
    await askWitness(
      { url, key: key.key },
      { note: await honest.checkpoint(9), read: honest.read, knownSize: 4, ...more },
    );
  return { url, key, asked, outcome };
}

describe('a witness that does not keep to the protocol', () => {
  test('a cosignature over another checkpoint, by another key, or changed, is not taken', async () => {
    const own = createSigner('witness.test', 'cosignature', Buffer.alloc(32, 5));
    const other = createSigner('witness.test', 'cosignature', Buffer.alloc(32, 6));
    const { text } = splitNote(await honest.checkpoint(9))!;
    const elsewhere = splitNote(await honest.checkpoint(8))!.text;
    const good = signLine(own, text, 1);
    const lines: [string, WitnessOutcome['kind']][] = [
      [good, 'cosigned'],
      [`${signLine(other, text, 1)}\n${good}`, 'cosigned'],
      [signLine(own, elsewhere, 1), 'failed'],
      [signLine(other, text, 1), 'failed'],
      [good.replace(/.{6}$/, 'AAAAA='), 'failed'],
      [`${good}\n${signLine(own, elsewhere, 1)}`, 'failed'],
      [`${text}\n${good}`, 'failed'],
      ['', 'failed'],
      ['thank you', 'failed'],
    ];
    for (const [line, kind] of lines) {
      const { outcome } = await liar((_body, response) => void response.end(`${line}\n`));
      expect([line, (await outcome()).kind]).toEqual([line, kind]);
    }
  });

  test('sizes that are none, that are too large, and that change for ever', async () => {
    const tell = async (sizes: readonly string[]) => {
      let n = 0;
      const { outcome, asked } = await liar((_body, response) => {
        response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(sizes[n++ % sizes.length]);
      });
      return [await outcome(), asked.length] as const;
    };
    expect(await tell(['x\n'])).toMatchObject([{ kind: 'failed' }, 1]);
    expect(await tell(['3'])).toMatchObject([{ kind: 'failed' }, 1]);
    expect(await tell(['9999999999999999\n'])).toMatchObject([{ kind: 'failed' }, 1]);
    expect(await tell(['10\n'])).toEqual([{ kind: 'refused', why: 'larger', size: 10 }, 1]);
    expect(await tell(['4\n'])).toMatchObject([{ kind: 'failed' }, 1]);
    expect(await tell(['5\n', '6\n', '7\n', '8\n'])).toMatchObject([{ kind: 'failed' }, 3]);
  });

  test('it is not followed elsewhere', async () => {
    const elsewhere = await liar((_body, response) => void response.end('no'));
    for (const status of [301, 302, 303, 307, 308]) {
      const { outcome } = await liar(
        (_body, response) => void response.writeHead(status, { location: `${elsewhere.url}/inner` }).end(),
      );
      expect(await outcome()).toMatchObject({ kind: 'failed', why: expect.stringContaining('cannot be reached') });
    }
    expect(elsewhere.asked).toEqual([]);
  });

  test('an answer without an end, a slow one and none at all', async () => {
    const endless = await liar((_body, response) => {
      const more = (): void =>
        void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
      more();
    });
    expect(await endless.outcome()).toEqual({ kind: 'failed', why: 'its answer is too long, or no text' });
    const slow = await liar((_body, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await slow.outcome({ timeoutMs: 300 })).toEqual({ kind: 'failed', why: 'it did not answer within 300 ms' });
    const silent = await liar(() => undefined);
    expect(await silent.outcome({ timeoutMs: 300 })).toEqual({
      kind: 'failed',
      why: 'it did not answer within 300 ms',
    });
    expect(await silent.outcome({ signal: AbortSignal.timeout(200) })).toMatchObject({ kind: 'failed' });
    const cut = await liar((_body, response) => void response.destroy());
    expect(await cut.outcome()).toMatchObject({
      kind: 'failed',
      why: expect.stringMatching(/^it cannot be reached: .+/),
    });
  });

  test('what it says is shown on one line of bounded length', async () => {
    const { outcome } = await liar(
      (_body, response) => void response.writeHead(500).end(`\u001b[31mred\n{"level":"error"}${'x'.repeat(60_000)}`),
    );
    const { why } = (await outcome()) as { why: string };
    expect(why).toMatch(/^it answered 500: \[31mred \{"level":"error"\}x+…$/);
    expect(why.length).toBeLessThan(250);
  });
});

test('a witness of a setting', () => {
  const key = createSigner('w.example', 'cosignature', Buffer.alloc(32, 5)).key;
  const read = (address: string, text = formatKey(key)) => configuredWitness(text, address)?.url;
  expect(read('https://w.example')).toBe('https://w.example');
  expect(read('https://w.example:8443/w1//')).toBe('https://w.example:8443/w1');
  expect(configuredWitness(formatKey(key), 'https://w.example')?.key).toEqual(parseKey(formatKey(key)));
  for (const wrong of [
    'w.example',
    'ftp://w.example',
    'file:///etc/passwd',
    'https://u:p@w.example',
    'https://w.example/?a=b',
    'https://w.example/#a',
  ])
    expect([wrong, read(wrong)]).toEqual([wrong, undefined]);
  expect(read('https://w.example', vkey)).toBeUndefined();
  expect(read('https://w.example', 'no key')).toBeUndefined();
});

test('a note that is no checkpoint, and tiles that are too short, are the faults of the caller', async () => {
  const { configured, ask } = await witnessOfTest();
  await expect(askWitness(configured, { note: 'a\n', read: honest.read, knownSize: 0 })).rejects.toThrow(
    'no checkpoint',
  );
  await expect(ask(honest, 300, 5, { read: () => Promise.resolve(Buffer.alloc(32)) })).rejects.toThrow('too short');
});
