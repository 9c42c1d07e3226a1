/** The newsletter and kill -9: the real process dies between a sign-up and its mail, and in the middle of an issue. */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../src/storage/storage.ts';
import { createTestDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { okJson, post } from '../harness/http.ts';
import { mailSettings, press } from '../harness/mailed.ts';
import { openPostOffice, type PostOffice } from '../harness/post-office.ts';
import { answered, endAll, launch, startService, until, type Launched } from './service-process.ts';

afterEach(endAll);

const readers = 24;
const reader = (i: number): string => `reader${i}@example.test`;
const linkIn = (text: string): string => /\/newsletter\/confirm\/[\w-]+/.exec(text)?.[0] ?? 'no link';

test('no sign-up is lost, and an issue goes to each who confirmed once at most, and to nobody else', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const [port, mailPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = { ...database.env, PORT: String(port), ...mailSettings({ url: `smtp://127.0.0.1:${mailPort}` }) };
  const dies = async (service: Launched): Promise<void> => {
    service.kill('SIGKILL');
    await service.exited;
  };

  let service = await startService(env);
  expect(await answered(`${url}/newsletter`)).toBe(200);
  for (let i = 0; i <= readers; i++) okJson(await post({ url }, '/api/subscribe', { email: reader(i) }));
  // No server was there: all of them wait.
  await dies(service);
  const server: PostOffice = await openPostOffice({ port: mailPort });
  onTestFinished(() => server.close());
  service = await startService(env);
  await until('all links', async () => (server.mails.length === readers + 1 ? true : undefined));
  const asked = server.mails.flatMap((mail) => mail.to);
  expect(asked.toSorted()).toEqual(Array.from({ length: readers + 1 }, (_, i) => reader(i)).toSorted());
  const tokens = server.mails.map((mail) => linkIn(mail.text).slice('/newsletter/confirm/'.length));
  expect(new Set(tokens.filter((token) => /^[\w-]{43}$/.test(token))).size, '256 bits each, and each another').toBe(
    readers + 1,
  );
  // The last one presses no button.
  for (const mail of server.mails)
    if (mail.to[0] !== reader(readers)) expect((await press({ url }, linkIn(mail.text))).status).toBe(200);
  await dies(service);

  const storage = openStorage(database.target, { connections: 1 });
  const none = { champion: null, week_bps: null, value: null };
  const week = { league: 'spot_crypto', week: '2026-W09', decided_at: 1_772_409_600_000n, bots: 0n, ...none };
  await storage.db.insertInto('ledger.weeks').values(week).execute();
  await storage.close();
  const sent = await launch(['newsletter', 'send'], env).exited;
  expect([sent.code, sent.stdout.split('\n')[0]]).toEqual([0, `The issue of 2026-W09 goes to ${readers} addresses.`]);
  const again = await launch(['newsletter', 'send', '2026-W09'], env).exited;
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('It is sent once.')]);

  const links = server.texts.length;
  let deaths = 0;
  for (const upTo of [4, 12]) {
    service = await startService(env);
    await until('some of it', async () => (server.texts.length >= links + upTo ? true : undefined));
    await dies(service);
    deaths++;
  }
  service = await startService(env);
  const waits = async (): Promise<number> =>
    Number(/^papertape_mails_waiting (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1] ?? -1);
  for (const mail of server.mails.slice(0, 2))
    expect((await press({ url }, linkIn(mail.text))).status, 'a link that was used before a death is used').toBe(404);
  await until('the rest', async () =>
    server.texts.length >= links + readers - deaths && (await waits()) === 0 ? true : undefined,
  );
  await service.stop();
  const got = server.texts.slice(links).map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim() ?? 'nobody');
  expect(new Set(got).size, 'nobody twice').toBe(got.length);
  // What was under way at a death may have arrived, and is not repeated.
  expect(got.length).toBeGreaterThanOrEqual(readers - deaths);
  expect(got).not.toContain(reader(readers));
  expect(new Set(got).difference(new Set(asked)).size).toBe(0);
});
