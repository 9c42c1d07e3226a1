/** Mails and kill -9: the real process dies while the mail server is away, and again while the server holds a text without an answer. */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../client/src/index.ts';
import { createTestDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { get } from '../harness/http.ts';
import { contactKeyIn, contactLink, mailSettings, press } from '../harness/mailed.ts';
import { openPostOffice, type PostOffice } from '../harness/post-office.ts';
import { endAll, startService, until } from './service-process.ts';

afterEach(endAll);

test('a link that was asked for before the process was killed arrives once, and works once; one that was under way is not repeated', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const [port, mailPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = { ...database.env, PORT: String(port), ...mailSettings({ url: `smtp://127.0.0.1:${mailPort}` }) };
  const office = async (): Promise<PostOffice> => {
    const own = await openPostOffice({ port: mailPort });
    onTestFinished(() => own.close());
    return own;
  };
  const client = createClient({ baseUrl: url });
  const enter = (n: number, contactKey?: string) =>
    client.register({
      name: `Mailed ${n}`,
      company: 'Works',
      contact: `mailed${n}@example.test`,
      country: 'CA',
      league: 'spot_crypto',
      ...(contactKey === undefined ? {} : { contact_key: contactKey }),
    });
  const outcomes = async (): Promise<string> => (await get({ url }, '/metrics')).text;
  const dies = async (service: { kill: (s: NodeJS.Signals) => void; exited: Promise<unknown> }): Promise<void> => {
    service.kill('SIGKILL');
    await service.exited;
  };

  let service = await startService(env);
  const seat = await enter(1);
  expect(seat).toMatchObject({ contact: 'unconfirmed' });
  await until('the first try', async () => (/outcome="failed"\} [1-9]/.test(await outcomes()) ? true : undefined));
  await dies(service);
  const server = await office();
  service = await startService(env);
  const mail = await until('the mail', async () => server.mails[0]);
  expect(mail.to).toEqual(['mailed1@example.test']);
  const done = await press({ url }, contactLink(mail), { all: 'mine' });
  const key = contactKeyIn(done);
  await client.register({
    name: 'Keyed',
    company: 'Works',
    contact: 'mailed1@example.test',
    country: 'CA',
    contact_key: key ?? '',
  });

  server.replies.text = 'silent';
  const taken = server.nextText();
  await enter(2);
  await taken;
  await dies(service);
  server.replies.text = undefined;
  service = await startService(env);
  await until('it was cleared', async () => (/outcome="unclear"\} 1/.test(await outcomes()) ? true : undefined));
  await enter(3);
  await until('the next mail', async () => (server.mails.length === 2 ? true : undefined));
  expect(server.mails[1]?.to).toEqual(['mailed3@example.test']);
  expect(server.texts.filter((text) => text.includes('mailed2@'))).toHaveLength(1);

  // A key is lost: the process dies as soon as it has answered, and again as soon as the link was used.
  await client.recoverKey('mailed3@example.test', seat.agent_id);
  await client.recoverKey('mailed1@example.test', seat.agent_id);
  await dies(service);
  service = await startService(env);
  const recovery = await until('the mail that was asked for', async () => server.mails[2]);
  expect([recovery.to, recovery.text]).toEqual([['mailed1@example.test'], expect.stringContaining(seat.agent_id)]);
  const link = /\/recover\/[\w-]{43}\b/.exec(recovery.text)?.[0] ?? 'no link';
  const pressed = await press({ url }, link);
  await dies(service);
  service = await startService(env);
  const newKey = /ptk_\w{38}/.exec(pressed.text)?.[0] ?? 'no key';
  const state = (key: string) => get({ url }, `/api/agents/${seat.agent_id}/state`, { key });
  expect([(await state(newKey)).status, (await state(seat.api_key)).status]).toEqual([200, 401]);
  expect((await press({ url }, link)).status, 'the link is used, whatever died behind it').toBe(404);
  expect(server.mails, 'the wrong address got nothing').toHaveLength(3);
  await service.stop();
});
