import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createGrownLog, numberedLog, type GrownLog } from '../../test/harness/grown-log.ts';
import { onSocket, send } from '../../test/harness/http.ts';
import { createTestLog } from '../../test/harness/log.ts';
import { folderOfTest } from '../../test/harness/of-test.ts';
import { addCheckpoint, openTestWitness, reportOf, type TestWitness } from '../../test/harness/witness.ts';
import { silentLog } from '../lib/log.ts';
import { createRealClock } from '../lib/real-clock.ts';
import { createSigner, formatKey, openNote, parseKey, splitNote, type NoteSigner } from '../tlog/note.ts';
import { keysOfFile } from '../tlog/key-list.ts';
import { formatAddCheckpoint, parseAddCheckpoint } from '../tlog/witness-rule.ts';
import { readLogList } from './log-list.ts';
import { openWitness } from './open-witness.ts';
import { bodyBytesMax } from './witness-http.ts';
import { openWitnessState } from './witness-state.sql.ts';

const signerOf = (origin: string, seed: number): NoteSigner => createSigner(origin, 'note', Buffer.alloc(32, seed));
const signer = signerOf('league.example', 1);
const vkey = formatKey(signer.key);
const honest = numberedLog(signer);

async function witnessOfTest(vkeys = [vkey], folder = folderOfTest()): Promise<TestWitness & { folder: string }> {
  const witness = await openTestWitness(folder, vkeys);
  onTestFinished(() => witness.close());
  return { ...witness, folder };
}

/** The cosignature holds: the answer is one line by the witness's key over the text of the request's checkpoint. */
function expectCosigned(witness: TestWitness, body: string, answer: { status: number; text: string }): number {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text).toMatch(/^— [^\n]+\n$/);
  const note = `${splitNote(parseAddCheckpoint(body)!.note)!.text}\n${answer.text}`;
  const opened = openNote(note, [parseKey(witness.vkey)!]);
  expect(opened?.signatures).toHaveLength(1);
  return opened!.signatures[0]!.time!;
}

async function expectAdded(witness: TestWitness, log: GrownLog, old: number, size: number): Promise<void> {
  const body = await log.request(old, size);
  expectCosigned(witness, body, await addCheckpoint(witness, body));
}

describe('add-checkpoint', () => {
  test('200: a cosignature of now, by the key that the status names', async () => {
    const witness = await witnessOfTest();
    const body = await honest.request(0, 5);
    const before = Math.floor(Date.now() / 1000);
    const answer = await addCheckpoint(witness, body);
    const time = expectCosigned(witness, body, answer);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now() / 1000);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    await expectAdded(witness, honest, 5, 9);
    await expectAdded(witness, honest, 9, 9);
    const { logs, forks } = await reportOf(witness);
    const root = (await honest.tree(9)).root.toString('base64');
    expect(logs).toMatchObject([{ origin: 'league.example', keys: [vkey], size: 9, root }]);
    expect(openNote(logs[0]!.checkpoint!, [signer.key, parseKey(witness.vkey)!])?.signatures).toHaveLength(2);
    expect(forks).toEqual([]);
  });

  test('409: another old size, the size told as the specification says', async () => {
    const witness = await witnessOfTest();
    await expectAdded(witness, honest, 0, 5);
    for (const body of [await honest.request(0, 9), await honest.request(3, 9), await honest.request(3, 4)]) {
      const answer = await addCheckpoint(witness, body);
      expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
        409,
        '5\n',
        'text/x.tlog.size',
      ]);
    }
  });

  test('409 for a fork of the same size, which is kept as evidence and shown', async () => {
    const log = createTestLog();
    const folder = folderOfTest();
    const witness = await openTestWitness(folder, [vkey], { log: log.log });
    onTestFinished(() => witness.close());
    await expectAdded(witness, honest, 0, 5);
    const fork = numberedLog(signer, 4);
    for (const old of [5, 0, 5]) expect((await addCheckpoint(witness, await fork.request(old, 5))).status).toBe(409);
    await log.says('a log signed two different trees of one size');
    const { forks, logs } = await reportOf(witness);
    expect(forks).toMatchObject([{ origin: 'league.example', size: 5, cosigned: logs[0]!.checkpoint }]);
    // Whoever has both texts and the log's key can show it.
    const both = [forks[0]!.cosigned, forks[0]!.refused].map((note) => openNote(note, [signer.key])?.text);
    expect(both).toEqual([splitNote(await honest.checkpoint(5))!.text, splitNote(await fork.checkpoint(5))!.text]);
    const page = await send(witness, 'GET', '/');
    expect(page.text).toContain('signed two different trees of 5 entries');
    // Of a stranger's signature there is no evidence.
    const stranger = numberedLog(signerOf('league.example', 9), 3);
    expect((await addCheckpoint(witness, await stranger.request(5, 5))).status).toBe(403);
    expect((await reportOf(witness)).forks).toHaveLength(1);
  });

  test('400, 403, 404, 422', async () => {
    const witness = await witnessOfTest();
    await expectAdded(witness, honest, 0, 5);
    const status = async (body: string | Uint8Array) => (await addCheckpoint(witness, body)).status;
    const good = await honest.request(5, 9);
    expect(await status('')).toBe(400);
    expect(await status('old 5\n')).toBe(400);
    expect(await status(good.replace('old 5', 'old 05'))).toBe(400);
    expect(await status(good.replaceAll('\n', '\r\n'))).toBe(400);
    expect(await status(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)]))).toBe(400);
    expect(await status(Buffer.concat([Buffer.from(good), Buffer.from([0xff, 0x0a])]))).toBe(400);
    expect(await status(await honest.request(9, 5))).toBe(400);
    expect(await status(await numberedLog(signerOf('league.example', 2)).request(5, 9))).toBe(403);
    expect(await status(good.replace('\n9\n', '\n10\n'))).toBe(403);
    expect(await status(await numberedLog(signerOf('other.example', 1)).request(0, 5))).toBe(404);
    expect(await status(good.replace(/^old 5\n.*\n/, 'old 5\n'))).toBe(422);
    expect(await status(await numberedLog(signer, 2).request(5, 9))).toBe(422);
    expectCosigned(witness, good, await addCheckpoint(witness, good));
  });

  test('a log that changes its key, with both in the list; signatures of strangers below are no harm', async () => {
    const [old, fresh] = [signerOf('league.example', 1), signerOf('league.example', 2)];
    const witness = await witnessOfTest([formatKey(old.key), formatKey(fresh.key)]);
    await expectAdded(witness, numberedLog(old), 0, 5);
    const body = await numberedLog(fresh).request(5, 9);
    const cosigned = `${body}— someone.example ${Buffer.alloc(68, 7).toString('base64')}\n`;
    expectCosigned(witness, cosigned, await addCheckpoint(witness, cosigned));
  });

  test('too large a body is 413, in pieces or announced; a connection is kept for the next request', async () => {
    const witness = await witnessOfTest();
    const { host } = new URL(witness.url);
    const head = `POST /add-checkpoint HTTP/1.1\r\nHost: ${host}\r\n`;
    const [announced] = await onSocket(witness, `${head}Content-Length: ${2 ** 40}\r\n\r\n`);
    expect(announced?.status).toBe(413);
    const piece = `${(bodyBytesMax + 1).toString(16)}\r\n${'x'.repeat(bodyBytesMax + 1)}\r\n`;
    const [inPieces] = await onSocket(witness, `${head}Transfer-Encoding: chunked\r\n\r\n${piece}`);
    expect(inPieces?.status).toBe(413);
    expect((await addCheckpoint(witness, 'x'.repeat(bodyBytesMax))).status).toBe(400);
    const body = await honest.request(0, 3);
    const post = `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    expect((await onSocket(witness, post + post.replace('old 0', 'old 1'), 2)).map((a) => a.status)).toEqual([
      200, 409,
    ]);
  });

  test('other methods and paths', async () => {
    const witness = await witnessOfTest();
    const get = await send(witness, 'GET', '/add-checkpoint');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await send(witness, 'GET', '/nothing')).status).toBe(404);
    expect((await send(witness, 'GET', '/')).headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('503 while it cannot store, and nothing is cosigned', async () => {
    const witness = await witnessOfTest();
    await expectAdded(witness, honest, 0, 5);
    const other = new DatabaseSync(join(witness.folder, 'data/witness.db'));
    onTestFinished(() => other.close());
    other.exec(`create trigger full_disk before update on logs begin select raise(abort, 'disk full'); end`);
    const answer = await addCheckpoint(witness, await honest.request(5, 9));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(answer.text).not.toContain('—');
    other.exec('drop trigger full_disk');
    expect((await reportOf(witness)).logs[0]?.size).toBe(5);
    await expectAdded(witness, honest, 5, 9);
  });
});

describe('the state', () => {
  test('refuses a smaller tree and a fork by itself, whatever asks it to store one', () => {
    const state = openWitnessState(folderOfTest());
    onTestFinished(() => state.close());
    const tree = (size: number, fill: number) => ({
      origin: 'a',
      size,
      root: Buffer.alloc(32, fill),
      note: '',
      time: 1,
    });
    state.writeCosigned(tree(5, 1));
    expect(() => state.writeCosigned(tree(4, 1))).toThrow('does not continue');
    expect(() => state.writeCosigned(tree(5, 2))).toThrow('does not continue');
    state.writeCosigned(tree(5, 1));
    expect(state.readCosigned('a')).toMatchObject({ size: 5, root: Buffer.alloc(32, 1) });
  });

  test('keeps a bounded number of forks', () => {
    const state = openWitnessState(folderOfTest());
    onTestFinished(() => state.close());
    const fork = { origin: 'a', size: 1, cosigned: 'c', refused: 'r', time: 1 };
    for (let i = 0; i < 150; i++) state.writeFork({ ...fork, refusedRoot: Buffer.alloc(32, i) });
    expect(state.allForks()).toHaveLength(100);
  });
});

describe('the list of logs', () => {
  const read = (...vkeys: string[]) => readLogList(vkeys.map((each) => ({ vkey: each, where: '--log' })));

  test('takes several keys of one log, each once, and the lines of a file', () => {
    const rotated = formatKey(signerOf('league.example', 2).key);
    const file = keysOfFile(`# mine\n${vkey}\r\n\n  ${rotated}\n${vkey}\n`, 'logs.txt');
    expect(file.map(({ where }) => where)).toEqual(['logs.txt, line 2', 'logs.txt, line 4', 'logs.txt, line 5']);
    expect(readLogList(file).get('league.example')?.map(formatKey)).toEqual([vkey, rotated]);
  });

  test('refuses what is no key of a log, with where it stands', () => {
    expect(() => read()).toThrow('no log to follow');
    expect(() => read(vkey, 'league.example')).toThrow('--log: "league.example" is no key of a log');
    expect(() => read(vkey.slice(0, -2))).toThrow('is no key of a log');
    expect(() => read(formatKey(createSigner('w', 'cosignature').key))).toThrow('that of a witness');
  });
});

describe('key and state', () => {
  const open = async (folder: string, name?: string) => {
    const witness = await openTestWitness(folder, [vkey], name === undefined ? {} : { name });
    await witness.close();
    return witness.vkey;
  };

  test('are made once, the key for its owner alone, and stay', async () => {
    const folder = folderOfTest();
    const first = await open(folder, 'w.example');
    expect(first).toMatch(/^w\.example\+/);
    expect(statSync(join(folder, 'witness.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'witness.key'), 'utf8')).toMatch(/^PRIVATE\+KEY\+w\.example\+[0-9a-f]{8}\+\S+\n$/);
    expect(await open(folder)).toBe(first);
    expect(await open(folder, 'w.example')).toBe(first);
    await expect(open(folder, 'other.example')).rejects.toThrow('cannot become');
  });

  test('a name that no key may have, and a key file among the data, are refused before anything is made', async () => {
    const folder = folderOfTest();
    await expect(open(folder, 'a b')).rejects.toThrow('cannot be the name');
    expect(existsSync(join(folder, 'witness.key'))).toBe(false);
    const among = { dataDir: folder, keyFile: join(folder, 'sub/../key'), name: undefined, standardName: 'w' };
    const rest = { logs: new Map(), clock: createRealClock(), log: silentLog };
    await expect(openWitness({ ...among, ...rest })).rejects.toThrow('is in the data folder');
  });

  test('a key whose state is lost signs nothing', async () => {
    const folder = folderOfTest();
    await open(folder);
    rmSync(join(folder, 'data'), { recursive: true });
    await expect(open(folder)).rejects.toThrow('not that of the key');
    // Neither does it at the second try.
    await expect(open(folder)).rejects.toThrow('not that of the key');
  });

  test('a key of another witness, a key that is gone, one that others may read, one that is none', async () => {
    const [folder, other] = [folderOfTest(), folderOfTest()];
    await open(other);
    const witness = await openTestWitness(folder, [vkey]);
    await expectAdded(witness, honest, 0, 3);
    await witness.close();
    const file = join(folder, 'witness.key');
    renameSync(file, `${file}.kept`);
    await expect(open(folder)).rejects.toThrow('has cosigned with it');
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, readFileSync(join(other, 'witness.key')), { mode: 0o600 });
    await expect(open(folder)).rejects.toThrow('not that of the key');
    renameSync(`${file}.kept`, file);
    chmodSync(file, 0o640);
    await expect(open(folder)).rejects.toThrow('may be read by other users');
    chmodSync(file, 0o600);
    expect(await open(folder)).toBe(witness.vkey);
    const line = readFileSync(file, 'utf8');
    for (const wrong of ['', 'key', line.slice(0, -3), line.replace(/\+[0-9a-f]{8}\+/, '+00000000+')]) {
      writeFileSync(file, wrong);
      await expect(open(folder)).rejects.toThrow('holds no key of a witness');
    }
  });

  test('a state that is no database is told of', async () => {
    const folder = folderOfTest();
    await open(folder);
    for (const tail of ['-wal', '-shm']) rmSync(join(folder, `data/witness.db${tail}`), { force: true });
    writeFileSync(join(folder, 'data/witness.db'), 'x'.repeat(10_000));
    await expect(open(folder)).rejects.toThrow(/The state in .* cannot be read: /);
  });

  test('a first start that was cut off before the key was written is begun again', async () => {
    const folder = folderOfTest();
    const first = await open(folder);
    rmSync(join(folder, 'witness.key'));
    const second = await open(folder);
    expect(second).not.toBe(first);
    expect(await open(folder)).toBe(second);
  });
});

/** A log as a list of entries: what a naive reader compares. */
type Entries = readonly string[];
const begins = (part: Entries, whole: Entries): boolean =>
  part.length <= whole.length && part.every((entry, i) => entry === whole[i]);

describe('any sequence of requests and restarts', () => {
  const origins = ['a.example', 'b.example'] as const;
  const ask = fc.record({
    kind: fc.constant('ask' as const),
    origin: fc.constantFrom(...origins, 'unknown.example'),
    /** Where this log leaves the common entries, and for which others. */
    forkAt: fc.constantFrom(0, 3, 8, 100),
    branch: fc.constantFrom('x', 'y'),
    /** `held`: what the witness has, as a well-meaning log would ask. */
    old: fc.oneof({ weight: 3, arbitrary: fc.constant('held' as const) }, fc.nat(20)),
    size: fc.nat(20),
    fault: fc.oneof({ weight: 4, arbitrary: fc.constant('none') }, fc.constantFrom('key', 'proof', 'form')),
  });
  const step = fc.oneof({ weight: 9, arbitrary: ask }, fc.constant({ kind: 'restart' as const }));
  const entriesOf = (branch: string, forkAt: number, size: number): Entries =>
    Array.from({ length: size }, (_, i) => (i >= forkAt ? `${branch} ${i}` : `common ${i}`));

  test('is answered as the naive model says, and what was cosigned is one growing list', async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const folder = folderOfTest();
        const vkeys = origins.map((origin) => formatKey(signerOf(origin, 1).key));
        let witness = await openTestWitness(folder, vkeys);
        const model = new Map<string, Entries>();
        try {
          for (const each of steps) {
            if (each.kind === 'restart') {
              await witness.close();
              witness = await openTestWitness(folder, vkeys);
              continue;
            }
            const held = model.get(each.origin) ?? [];
            const old = each.old === 'held' ? held.length : each.old;
            const entries = entriesOf(each.branch, each.forkAt, each.size);
            const log = createGrownLog(signerOf(each.origin, each.fault === 'key' ? 2 : 1), (i) =>
              Buffer.from(entriesOf(each.branch, each.forkAt, i + 1)[i]!),
            );
            const request = parseAddCheckpoint(await log.request(old, each.size))!;
            const proof = each.fault === 'proof' ? [...request.proof, Buffer.alloc(32, 1)] : request.proof;
            const body = formatAddCheckpoint({ ...request, proof }).replace(
              each.fault === 'form' ? 'old ' : '',
              each.fault === 'form' ? 'new ' : '',
            );
            const answer = await addCheckpoint(witness, body);
            const expected = modelStatus(each.fault, each.origin, old, entries, held);
            seen.set(expected, (seen.get(expected) ?? 0) + 1);
            expect([answer.status, answer.text]).toEqual([expected, expect.any(String)]);
            if (expected === 409) expect(answer.text).toBe(`${held.length}\n`);
            if (expected !== 200) continue;
            expectCosigned(witness, body, answer);
            expect(begins(held, entries)).toBe(true);
            model.set(each.origin, entries);
          }
        } finally {
          await witness.close();
        }
      }),
      { numRuns: 60, seed: 11 },
    );
    for (const status of [200, 400, 403, 404, 409, 422])
      expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0]);
  });

  function modelStatus(fault: string, origin: string, old: number, entries: Entries, held: Entries): number {
    if (fault === 'form') return 400;
    if (!origins.some((known) => known === origin)) return 404;
    if (fault === 'key') return 403;
    if (old > entries.length) return 400;
    if (old !== held.length) return 409;
    if (entries.length === held.length && !begins(held, entries)) return 409;
    return fault === 'proof' || !begins(held, entries) ? 422 : 200;
  }
});
