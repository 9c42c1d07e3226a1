/** `papertape witness` as the command that it is: what it says, forks at the same instant, restarts and kill -9. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { askWitness, configuredWitness } from '../../../src/tlog/ask-witness.ts';
import { createSigner, formatKey, openNote, parseKey, splitNote } from '../../../src/tlog/note.ts';
import { parseAddCheckpoint } from '../../../src/tlog/witness-rule.ts';
import { runCommand, startCommand, type Running } from '../../harness/command.ts';
import { createGrownLog, numberedLog, type GrownLog } from '../../harness/grown-log.ts';
import { onSocket, send, type Served } from '../../harness/http.ts';
import { folderOfTest } from '../../harness/of-test.ts';
import { addCheckpoint, reportOf } from '../../harness/witness.ts';

const signer = createSigner('league.example', 'note', Buffer.alloc(32, 1));
const vkey = formatKey(signer.key);
const honest = numberedLog(signer);

interface Started extends Served, Running {
  readonly vkey: string;
}

/** @param folder its working directory, where its data and its key are unless an argument says otherwise. */
async function start(folder: string, args: readonly string[] = ['--log', vkey]): Promise<Started> {
  const running = startCommand({ args: ['witness', '--port', '0', '--name', 'w.example', ...args], cwd: folder });
  const [, url, key] = await running.says(/Papertape witness is open at (\S+)\n {2}key {7}(\S+)\n[^]*Ctrl\+C\n/);
  return { ...running, url: url!, vkey: key! };
}

/** The text and time of the cosignature hold. */
function cosigned(witness: Started, body: string, line: string): boolean {
  const { text } = splitNote(parseAddCheckpoint(body)!.note)!;
  return openNote(`${text}\n${line}`, [parseKey(witness.vkey)!]) !== undefined;
}

test('it makes its key and its folder, says what to tell a league, and ends cleanly', async () => {
  const folder = folderOfTest();
  const witness = await start(folder);
  expect(new URL(witness.url).hostname).toBe('127.0.0.1');
  expect(witness.vkey).toMatch(/^w\.example\+[0-9a-f]{8}\+\S+$/);
  expect(statSync(join(folder, 'witness-data.key')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'witness-data')).mode & 0o777).toBe(0o700);
  expect((await reportOf(witness)).vkey).toBe(witness.vkey);
  const second = await runCommand({ args: ['witness', '--port', '0', '--log', vkey], cwd: folder });
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('is in use by another Papertape process')]);
  const port = new URL(witness.url).port;
  const elsewhere = await runCommand({ args: ['witness', '--port', port, '--log', vkey], cwd: folderOfTest() });
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    2,
    expect.stringMatching(/cannot listen on .*EADDRINUSE[^]*--port/),
  ]);
  const ended = await witness.stop();
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  const again = await start(folder);
  expect(again.vkey).toBe(witness.vkey);
  expect((await again.stop('SIGINT')).code).toBe(0);
});

test('settings: a file of logs, the environment, an address for a name, and what is wrong with its fix', async () => {
  const folder = folderOfTest();
  const other = createSigner('other.example', 'note', Buffer.alloc(32, 2));
  const rotated = createSigner('league.example', 'note', Buffer.alloc(32, 3));
  const lines = ['# two leagues', vkey, '', `  ${formatKey(other.key)}  `, formatKey(rotated.key), vkey];
  writeFileSync(join(folder, 'logs.txt'), lines.join('\n'));
  const running = startCommand({
    args: ['witness', '--log', vkey],
    cwd: folder,
    env: {
      PAPERTAPE_WITNESS_PORT: '0',
      PAPERTAPE_WITNESS_LOGS: 'logs.txt',
      PAPERTAPE_WITNESS_ADDRESS: 'https://w.example/one/',
      PAPERTAPE_WITNESS_DATA: 'state/of/it/',
      PAPERTAPE_WITNESS_KEY: 'keys/it',
    },
  });
  const [, url] = await running.says(/open at (\S+)\n {2}key {7}w\.example\/one\+/);
  const { logs } = await reportOf({ url: url! });
  expect(logs.map(({ origin, keys }) => [origin, keys.length])).toEqual([
    ['league.example', 2],
    ['other.example', 1],
  ]);
  expect(readFileSync(join(folder, 'keys/it'), 'utf8')).toMatch(/^PRIVATE\+KEY\+w\.example\/one\+/);
  expect((await running.stop()).code).toBe(0);

  const fails = async (args: readonly string[], says: RegExp, env: Record<string, string> = {}) => {
    const ended = await runCommand({ args: ['witness', ...args], cwd: folderOfTest(), env });
    expect([args, ended.code, ended.stderr]).toEqual([args, 2, expect.stringMatching(says)]);
  };
  await fails([], /no log to follow[^]*--log VKEY/);
  await fails(['--logs', 'nothing.txt'], /There is no file nothing.txt/);
  await fails(['--log', vkey, '--port', '70000'], /PAPERTAPE_WITNESS_PORT must be a whole number from 0 to 65535/);
  await fails(['--log', vkey], /PAPERTAPE_WITNESS_ADDRESS must be a URL/, { PAPERTAPE_WITNESS_ADDRESS: 'w.example' });
});

test('two forks offered at the same instant by many requests: exactly one wins, and stays after restart and kill -9', async () => {
  const folder = folderOfTest();
  let witness = await start(folder);
  const forks = [honest, numberedLog(signer, 5)] as const;
  const sent = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 0 : 1));
  const offerBoth = async (old: number, size: number): Promise<(0 | 1)[]> => {
    const bodies = await Promise.all(forks.map((log) => log.request(old, size)));
    const answers = await Promise.all(sent.map((fork) => addCheckpoint(witness, bodies[fork]!)));
    for (const [i, { status, text }] of answers.entries())
      if (status === 200) expect(cosigned(witness, bodies[sent[i]!]!, text)).toBe(true);
      else expect([409, 422]).toContain(status);
    return [...new Set(sent.filter((_, i) => answers[i]!.status === 200))];
  };
  const expectHeld = async (log: GrownLog, size: number): Promise<void> => {
    const root = (await log.tree(size)).root.toString('base64');
    expect((await reportOf(witness)).logs).toMatchObject([{ size, root }]);
  };

  const won = await offerBoth(0, 20);
  expect(won).toHaveLength(1);
  const held = forks[won[0]!]!;
  const lost = forks[1 - won[0]!]!;
  let old = 20;
  for (const [round, signal] of (['SIGKILL', 'SIGTERM', 'SIGKILL'] as const).entries()) {
    await witness.stop(signal);
    witness = await start(folder);
    await expectHeld(held, old);
    const refused = await Promise.all(
      [
        lost.request(old, old),
        lost.request(0, old),
        lost.request(old, old + 9),
        held.request(old, old - 1),
        held.request(old - 2, old - 1),
      ].map(async (body) => (await addCheckpoint(witness, await body)).status),
    );
    expect(refused).toEqual([409, 409, 422, 400, 409]);
    // The same race once more: the loser's tree does not continue what was cosigned, however often it is offered.
    const size = old + 300 * (round + 1);
    expect(await offerBoth(old, size)).toEqual(won);
    await expectHeld(held, size);
    old = size;
  }
  expect((await reportOf(witness)).forks.map(({ size }) => size)).toContain(20);
  expect((await witness.stop()).code).toBe(0);
});

/** A log whose entries are a list: an entry tells which client wrote it. */
const listLog = (entries: readonly string[]): GrownLog => createGrownLog(signer, (i) => Buffer.from(entries[i]!));
const begins = (part: readonly string[], whole: readonly string[]): boolean =>
  part.every((entry, i) => entry === whole[i]);

const kills = Number(process.env['PAPERTAPE_WITNESS_KILLS'] ?? '8');
const seed = Number(process.env['PAPERTAPE_KILL_SEED'] ?? '11');

test(
  `${kills} times kill -9 while six logs of one name race: all that was ever cosigned is one growing list`,
  { timeout: 240_000 + kills * 5_000 },
  async () => {
    const folder = folderOfTest();
    const random = seededUniform(seed);
    /** By root: every list that was ever offered. */
    const offered = new Map<string, readonly string[]>();
    let acknowledged: readonly string[] = [];
    let count = 0;

    /** Grows its own list from `held` on, until the witness is gone or another client's list has won. */
    async function race(witness: Started, client: string, held: readonly string[]): Promise<void> {
      for (let own = held; ;) {
        const next = [...own, ...Array.from({ length: 1 + Math.floor(random() * 5) }, () => `${client} ${random()}`)];
        const log = listLog(next);
        const body = await log.request(own.length, next.length);
        offered.set((await log.tree(next.length)).root.toString('base64'), next);
        const answer = await addCheckpoint(witness, body).catch(() => undefined);
        if (answer?.status !== 200) return;
        expect(cosigned(witness, body, answer.text)).toBe(true);
        // It continues whatever was acknowledged before, by whomever.
        expect(begins(acknowledged, next)).toBe(true);
        expect(next.length).toBeGreaterThan(acknowledged.length);
        acknowledged = next;
        own = next;
        count += 1;
      }
    }

    for (let run = 0; run <= kills; run++) {
      const witness = await start(folder);
      const [log] = (await reportOf(witness)).logs;
      const root = log?.root ?? undefined;
      const held = root === undefined ? [] : offered.get(root);
      expect([run, held !== undefined && begins(acknowledged, held)]).toEqual([run, true]);
      expect(held!.length).toBeGreaterThanOrEqual(acknowledged.length);
      acknowledged = held!;
      if (run === kills) {
        await witness.stop();
        break;
      }
      let isOver = false;
      const raced = Promise.all(
        Array.from({ length: 6 }, async (_, i) => await race(witness, `${run}.${i}`, held!)),
      ).finally(() => (isOver = true));
      // On a busy machine it could be killed before its first word each time: every second one has said something.
      const before = count;
      while (run % 2 === 1 && count === before && !isOver) await new Promise(setImmediate);
      await new Promise((later) => setTimeout(later, 20 + random() * 250));
      await witness.stop('SIGKILL');
      await raced;
    }
    expect(count).toBeGreaterThan(kills);
  },
);

test('a log of 70,000 entries, asked for as a league will', async () => {
  const folder = folderOfTest();
  const witness = await start(folder);
  const configured = configuredWitness(witness.vkey, witness.url)!;
  let known = 0;
  for (const size of [1, 69_999, 70_000]) {
    const outcome = await askWitness(configured, {
      note: await honest.checkpoint(size),
      read: honest.read,
      knownSize: known,
    });
    expect([size, outcome.kind]).toEqual([size, 'cosigned']);
    known = size;
  }
  const fork = numberedLog(signer, 69_998);
  expect(await askWitness(configured, { note: await fork.checkpoint(70_000), read: fork.read, knownSize: 0 })).toEqual({
    kind: 'refused',
    why: 'fork',
    size: 70_000,
  });
  expect((await reportOf(witness)).logs[0]?.size).toBe(70_000);
  await witness.stop();
});

test('huge and malformed bodies, wrong keys and unknown logs do not stop it', async () => {
  const witness = await start(folderOfTest());
  const { host } = new URL(witness.url);
  const head = `POST /add-checkpoint HTTP/1.1\r\nHost: ${host}\r\n`;
  const random = seededUniform(seed);
  const body = await honest.request(0, 9);
  expect((await onSocket(witness, `${head}Content-Length: 99999999999\r\n\r\n`))[0]?.status).toBe(413);
  const noise = Array.from({ length: 40 }, () => Buffer.from(Array.from({ length: 2_000 }, () => random() * 256)));
  const cuts = Array.from({ length: 100 }, () => body.slice(0, random() * body.length));
  const swaps = Array.from({ length: 100 }, () => {
    const bytes = Buffer.from(body);
    bytes[Math.floor(random() * bytes.length)]! ^= 1 + Math.floor(random() * 255);
    return bytes;
  });
  const strangers = await Promise.all(
    [createSigner('league.example', 'note'), createSigner('unknown.example', 'note')].map(
      async (other) => await numberedLog(other).request(0, 9),
    ),
  );
  const statuses = new Map<number, number>();
  for (const each of [...noise, ...cuts, ...swaps, ...strangers, 'old 0\n'.repeat(20_000)]) {
    const { status } = await addCheckpoint(witness, each);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([400, 403, 404]);
  expect((await reportOf(witness)).logs[0]?.size).toBeNull();
  expect((await addCheckpoint(witness, body)).status).toBe(200);
  expect((await send(witness, 'GET', '/')).text).toContain('league.example');
  const ended = await witness.stop();
  expect([ended.code, ended.stderr]).toEqual([0, '']);
});

test('asked to stop, it answers the request at hand and then ends, though a connection idles', async () => {
  const witness = await start(folderOfTest());
  const body = await honest.request(0, 4);
  // fetch keeps this connection open.
  expect((await addCheckpoint(witness, body)).status).toBe(200);
  const { host } = new URL(witness.url);
  const [first, rest] = [body.slice(0, 20), body.slice(20)];
  const head = `POST /add-checkpoint HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const socket = createConnection(Number(new URL(witness.url).port), '127.0.0.1');
  let read = '';
  socket.on('data', (data: Buffer) => (read += data.toString()));
  socket.write(head + first);
  await new Promise((later) => setTimeout(later, 200));
  const stopped = witness.stop();
  await new Promise((later) => setTimeout(later, 200));
  socket.write(rest);
  expect((await stopped).code).toBe(0);
  expect(read).toMatch(/^HTTP\/1\.1 409 [^]*\r\n\r\n4\n$/);
});

test('a client that never ends its request does not keep it from stopping', async () => {
  const witness = await start(folderOfTest());
  const sockets = ['POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 100\r\n\r\nold', ''].map((begun) => {
    const socket = createConnection(Number(new URL(witness.url).port), '127.0.0.1', () => socket.write(begun));
    return socket.on('error', () => undefined);
  });
  await new Promise((later) => setTimeout(later, 200));
  expect((await witness.stop()).code).toBe(0);
  for (const socket of sockets) socket.destroy();
});
