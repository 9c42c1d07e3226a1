/**
 * Our transparency log and our witness, judged by the packages on which Go's checksum database stands (golang.org/x/mod/sumdb/note and
 * tlog): they read our checkpoints, tiles, entries and proofs, and refuse each of them once it is altered; and a log made by them alone is
 * cosigned by our witness, and refused by it where it is forked.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { numberedLog } from '../server/test/harness/grown-log.ts';
import { openLeague } from '../server/test/harness/league.ts';
import { openTestWitness } from '../server/test/harness/witness.ts';
import { askWitness, configuredWitness } from '../server/src/tlog/ask-witness.ts';
import { createSigner, formatKey, formatNote, signLine, splitNote } from '../server/src/tlog/note.ts';
import { hasTile, parseTilePath, rangeHashes } from '../server/src/tlog/tiles.ts';
import { inclusionRanges, leafHash } from '../server/src/tlog/tree.ts';
import { goProblem, startGoJudge, type GoJudge, type Judged } from './go-judge.ts';

const problem = goProblem();
if (problem !== undefined && process.env['CI']) throw new Error(problem);

const signer = createSigner('league.example', 'note', Buffer.alloc(32, 1));
const vkey = formatKey(signer.key);
const log = numberedLog(signer);
const fork = numberedLog(signer, 69_000);

let folder: string;
let judge: GoJudge;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papertape-log-'));
  if (problem === undefined) judge = startGoJudge(folder);
});
afterAll(async () => {
  if (problem === undefined) await judge.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Serves the log at a size; `altered` may put other bytes in the place of those at a path. */
async function served(
  size: number,
  altered: (path: string, bytes: Buffer) => Buffer | undefined = (_path, bytes) => bytes,
): Promise<string> {
  const bytesAt = async (path: string): Promise<Buffer | undefined> => {
    if (path === 'checkpoint') return Buffer.from(await log.checkpoint(size));
    const tile = parseTilePath(path);
    return tile && hasTile(size, tile) ? Buffer.from(await log.read(tile)) : undefined;
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    void bytesAt(path).then((bytes) => {
      const sent = bytes && altered(path, bytes);
      response.writeHead(sent ? 200 : 404).end(sent);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = async (url: string, vkeys = [vkey]): Promise<Judged> => await judge.ask({ op: 'log', url, vkeys });

describe.skipIf(problem !== undefined)(`a log, judged by Go${problem === undefined ? '' : `: ${problem}`}`, () => {
  test.each([1, 2, 255, 256, 257, 65_536, 70_000])('of %i entries: checkpoint, tiles, entries, root', async (size) => {
    const root = (await log.tree(size)).root.toString('base64');
    expect(await read(await served(size))).toEqual({ ok: true, size, root });
  });

  test('that a service serves, of a day in which bots trade', async () => {
    const league = await openLeague({ start: '2026-03-01T22:00:00Z' });
    try {
      const bots = await Promise.all(Array.from({ length: 3 }, () => league.enter()));
      for (let i = 0; i < 4; i++) {
        for (const bot of bots) await bot.weights({ 'BTC-USD': 0.1 * i, 'ETH-USD': 0.3 }, { sandbox: i === 2 });
        await league.advance({ hours: 7 });
      }
      const { key, size, root } = await league.client.log();
      expect(size).toBeGreaterThan(256);
      expect(await read(league.url, [key])).toEqual({
        ok: true,
        size,
        root: Buffer.from(root, 'hex').toString('base64'),
      });
    } finally {
      await league.close();
    }
  });

  test('an altered one is refused: each kind of file, and a key of somebody else', async () => {
    const size = 70_000;
    const flip = (path: string, at: number) => (asked: string, bytes: Buffer) => {
      if (asked !== path) return bytes;
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      return altered;
    };
    const refused: readonly (readonly [RegExp, (path: string, bytes: Buffer) => Buffer | undefined])[] = [
      [
        /invalid signature/,
        (path, bytes) => (path === 'checkpoint' ? Buffer.from(bytes.toString().replace('70000', '69999')) : bytes),
      ],
      [/invalid signature|malformed note/, flip('checkpoint', 30)],
      [/inconsistent tile|entry 0 is not the one of its tile/, flip('tile/0/000', 0)],
      [/inconsistent tile/, flip('tile/0/273.p/112', 111 * 32)],
      [/inconsistent tile/, flip('tile/1/001.p/17', 40)],
      [/inconsistent tile|is not the one of the entries/, flip('tile/1/000', 8_000)],
      [/inconsistent tile/, flip('tile/2/000.p/1', 3)],
      [/entry 256 is not the one of its tile/, flip('tile/entries/001', 3)],
      [/is cut off|is not the one/, flip('tile/entries/001', 1)],
      [/is cut off/, (path, bytes) => (path === 'tile/entries/273.p/112' ? bytes.subarray(0, -1) : bytes)],
      [
        /behind entry/,
        (path, bytes) => (path === 'tile/entries/000' ? Buffer.concat([bytes, bytes.subarray(0, 9)]) : bytes),
      ],
      [/404/, (path, bytes) => (path === 'tile/0/100' ? undefined : bytes)],
    ];
    for (const [why, altered] of refused) {
      const judged = await read(await served(size, altered));
      expect(judged).toMatchObject({ ok: false, why: expect.stringMatching(why) });
    }
    const stranger = formatKey(createSigner('league.example', 'note', Buffer.alloc(32, 9)).key);
    expect((await read(await served(9), [stranger])).ok).toBe(false);
  });

  const base64 = (hashes: readonly Buffer[]): string[] => hashes.map((h) => h.toString('base64'));
  const rootAt = async (size: number): Promise<string> => (await log.tree(size)).root.toString('base64');
  const pairs = [1, 2, 3, 255, 256, 257, 4_096, 65_535, 65_536, 65_537, 69_999, 70_000];

  test('proofs of inclusion, and altered ones', async () => {
    for (const size of pairs)
      for (const index of [0, 1, size >> 1, size - 2, size - 1].filter((i) => i >= 0 && i < size)) {
        const proof = base64(await rangeHashes(size, inclusionRanges(index, size), log.read));
        const leaf = leafHash(log.entry(index)).toString('base64');
        const right = { op: 'inclusion', size, index, leaf, root: await rootAt(size), proof };
        expect([size, index, await judge.ask(right)]).toEqual([size, index, { ok: true }]);
        const other = leafHash(Buffer.from('another')).toString('base64');
        for (const wrong of [
          { ...right, leaf: other },
          { ...right, root: (await fork.tree(70_001)).root.toString('base64') },
          { ...right, proof: [...proof, other] },
          ...(proof.length > 0
            ? [
                { ...right, proof: proof.slice(1) },
                { ...right, proof: [other, ...proof.slice(1)] },
              ]
            : []),
        ])
          expect([wrong, (await judge.ask(wrong)).ok]).toEqual([wrong, false]);
      }
  });

  test('proofs of consistency, altered ones, and a fork', async () => {
    for (const size of pairs)
      for (const old of pairs.filter((each) => each <= size)) {
        const proof = base64(await log.consistency(old, size));
        const right = { op: 'consistency', old, oldRoot: await rootAt(old), size, root: await rootAt(size), proof };
        expect([old, size, await judge.ask(right)]).toEqual([old, size, { ok: true }]);
        const other = leafHash(Buffer.from('another')).toString('base64');
        const wrongs = [
          { ...right, oldRoot: other },
          { ...right, root: other },
          { ...right, proof: [...proof, other] },
          ...(proof.length > 0 ? [{ ...right, proof: proof.slice(1) }] : []),
        ];
        for (const wrong of wrongs) expect([wrong, (await judge.ask(wrong)).ok]).toEqual([wrong, false]);
      }
    const proof = base64(await fork.consistency(69_500, 70_000));
    const root = (await fork.tree(70_000)).root.toString('base64');
    const forked = { op: 'consistency', old: 69_500, oldRoot: await rootAt(69_500), size: 70_000, root, proof };
    expect((await judge.ask(forked)).ok).toBe(false);
  });
});

describe.skipIf(problem !== undefined)('our witness, judged by Go', () => {
  const witnessOfTest = async (vkeys: readonly string[]) => {
    const witness = await openTestWitness(await mkdtemp(join(folder, 'witness-')), vkeys);
    onTestFinished(() => witness.close());
    return witness;
  };

  test('its cosignature below our checkpoint is read, and no altered one', async () => {
    const witness = await witnessOfTest([vkey]);
    const configured = configuredWitness(witness.vkey, witness.url)!;
    const checkpoint = await log.checkpoint(300);
    const outcome = await askWitness(configured, { note: checkpoint, read: log.read, knownSize: 0 });
    if (outcome.kind !== 'cosigned') throw new Error(JSON.stringify(outcome));
    const asked = async (line: string): Promise<Judged> => {
      const { text, lines } = splitNote(checkpoint)!;
      const note = formatNote(text, [...lines, line]);
      return await judge.ask({ op: 'note', note, vkeys: [vkey], witnesses: [witness.vkey] });
    };
    expect(await asked(outcome.line)).toEqual({ ok: true });
    const bytes = Buffer.from(outcome.line.split(' ').at(-1)!, 'base64');
    for (const at of [4, 11, 12, bytes.length - 1]) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      expect((await asked(`— witness.test ${altered.toString('base64')}`)).why).toMatch(/invalid signature/);
    }
    const stranger = createSigner('witness.test', 'cosignature', Buffer.alloc(32, 7));
    expect((await asked(signLine(stranger, splitNote(checkpoint)!.text, 1))).why).toBe('1 of 2 keys signed');
  });

  test("a log of Go's own is cosigned as it grows, and refused where it is forked or smaller", async () => {
    const { skey, vkey: goVkey } = await judge.ask({ op: 'key' });
    const witness = await witnessOfTest([goVkey!]);
    const sizes = [1, 2, 7, 8, 8, 255, 256, 257, 1_000, 5_000];
    const judged = await judge.ask({
      op: 'witness',
      url: witness.url,
      skey,
      vkeys: [goVkey],
      witnesses: [witness.vkey],
      sizes,
    });
    // Two forks of the last size, a fork that grows, and a smaller tree.
    expect(judged).toEqual({
      ok: true,
      statuses: [...sizes.map(() => 200), 409, 409, 422, 409],
      told: [5_000, 5_000, 5_000],
    });
  });
});
