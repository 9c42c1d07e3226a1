/** Witnesses are asked, and what they signed is published; what they do delays nothing. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askOnce, runWitnesses } from '../../../src/log/witnesses.ts';
import { parseCheckpoint, type Tree } from '../../../src/tlog/checkpoint.ts';
import {
  createSigner,
  formatKey,
  openNote,
  parseKey,
  signLine,
  splitNote,
  type NoteKey,
} from '../../../src/tlog/note.ts';
import { decideCosignature, parseAddCheckpoint } from '../../../src/tlog/witness-rule.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { everyPage } from '../../harness/pages.ts';

interface Witness {
  readonly setting: string;
  readonly key: NoteKey;
  /** Says nothing more. */
  mute: boolean;
  seen: Tree | undefined;
  asked: number;
}

const servers: Server[] = [];
const leagues: League[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const league of leagues.splice(0)) await league.close();
});

/** A witness by the rule of C2SP tlog-witness, which trusts the key that it is told of. */
async function openWitness(name: string, logKey: () => string): Promise<Witness> {
  const signer = createSigner(name, 'cosignature');
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      witness.asked++;
      if (witness.mute) return;
      const asked = parseAddCheckpoint(body);
      const answer = decideCosignature(asked, [parseKey(logKey()) as NoteKey], witness.seen);
      if (answer.status === 200) witness.seen = answer.checkpoint;
      const text = splitNote(asked?.note ?? '')?.text ?? '';
      const line = answer.status === 200 ? signLine(signer, text, Math.floor(Date.now() / 1000)) : '';
      response.writeHead(answer.status).end(answer.status === 409 ? `${answer.size}\n` : `${line}\n`);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const witness: Witness = {
    setting: `${url} ${formatKey(signer.key)}`,
    key: signer.key,
    mute: false,
    seen: undefined,
    asked: 0,
  };
  return witness;
}

async function openWitnessed(...names: string[]) {
  const opened: { league?: League } = {};
  const witnesses = await Promise.all(
    names.map((name) => openWitness(name, () => opened.league?.app.deps.publicLog.key ?? '')),
  );
  const league = await openLeague({ env: { PAPERTAPE_WITNESSES: witnesses.map((w) => w.setting).join(',') } });
  opened.league = league;
  leagues.push(league);
  const { deps } = league.app;
  const ask = async (i: number): Promise<void> =>
    await askOnce(deps, deps.config.witnesses[i] as (typeof deps.config.witnesses)[number]);
  return { league, witnesses, deps, ask };
}

test('each cosigns what continues the tree that it saw, and its line stands below the checkpoint', async () => {
  const { league, witnesses, ask } = await openWitnessed('w1.example', 'w2.example');
  expect((await league.client.status()).log).toEqual({
    size: 0,
    mark: null,
    problem: null,
    done_seconds: null,
    witnesses: 2,
    witnessed: 0,
    witnessed_at: null,
  });
  const bot = await league.enter();
  for (let round = 0; round < 3; round++) {
    await bot.weights({ 'BTC-USD': 0.1 * round });
    await league.advance({ minutes: 45 });
    await ask(0);
    if (round === 2) await ask(1);
    const note = await league.client.checkpoint();
    const of = openNote(
      note,
      witnesses.map((w) => w.key),
    );
    expect(of?.signatures.map((s) => s.key.name)).toEqual(round === 2 ? ['w1.example', 'w2.example'] : ['w1.example']);
    expect(parseCheckpoint(of?.text ?? '')?.size).toBe(witnesses[0]?.seen?.size);
  }
  expect((await league.client.status()).log).toMatchObject({ witnesses: 2, witnessed: 2 });
  const { size, witnesses: told } = await league.client.log();
  expect(told.map((w) => [w.name, w.size, w.is_current])).toEqual([
    ['w1.example', size, true],
    ['w2.example', size, true],
  ]);
  // A witness that has cosigned the newest checkpoint is left alone.
  const asked = witnesses[0]?.asked;
  await ask(0);
  expect(witnesses[0]?.asked).toBe(asked);
  await league.advance({ minutes: 5 });
  expect((await league.client.status()).log).toMatchObject({ witnesses: 2, witnessed: 0, witnessed_at: null });
});

test('every page says how many saw the last mark, and when', async () => {
  const { league, ask } = await openWitnessed('w1.example', 'w2.example');
  const bot = await league.enter();
  const expectFooter = async (expected: string): Promise<void> => {
    for (const [path, text] of await everyPage(league, bot.id))
      expect(/Public log<\/a>: ([^<]*)</.exec(text)?.[1], path).toBe(expected);
  };
  await league.advance({ minutes: 10 });
  const { size } = await league.client.log();
  await expectFooter(`${size} entries up to 2026-03-02 00:10 UTC, seen by 0 of 2 witnesses.`);
  await ask(1);
  const { witnessed_at: at } = (await league.client.status()).log;
  await expectFooter(
    `${size} entries up to 2026-03-02 00:10 UTC, seen by 1 of 2 witnesses, the last at ${at?.slice(11, 19)} UTC.`,
  );
});

test('one that saw another log of this name refuses, and nothing of it is published', async () => {
  const { league, witnesses, ask } = await openWitnessed('w1.example');
  await league.advance({ minutes: 30 });
  const [witness] = witnesses as [Witness];
  witness.seen = { size: 3, root: Buffer.alloc(32, 1) };
  await expect(ask(0)).rejects.toThrow(/422/);
  witness.seen = { size: 1_000, root: Buffer.alloc(32, 1) };
  await expect(ask(0)).rejects.toThrow(/larger tree, of 1000 entries/);
  expect(await league.client.checkpoint()).not.toContain('w1.example');
  expect((await league.client.status()).log).toMatchObject({ witnesses: 1, witnessed: 0 });
});

test('one that says nothing delays neither marks nor the other', async () => {
  const { league, witnesses, deps } = await openWitnessed('w1.example', 'w2.example');
  const [silent, other] = witnesses as [Witness, Witness];
  silent.mute = true;
  await league.advance({ minutes: 10 });
  const loops = runWitnesses(deps);
  try {
    await expect.poll(() => other.seen?.size).toBeGreaterThan(0);
    await expect.poll(() => silent.asked).toBe(1);
    const before = (await league.client.log()).size;
    await league.advance({ minutes: 10 });
    await expect.poll(() => other.seen?.size).toBe(before + 2);
    expect((await league.client.status()).last_mark).toBe('2026-03-02T00:20:00.000Z');
  } finally {
    await loops?.stop();
  }
  expect(silent.seen).toBeUndefined();
});
