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

test('a link that was asked for before the process was killed arrives once, and works; one that was under way is not repeated', async () => {
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
  expect(await enter(1)).toMatchObject({ contact: 'unconfirmed' });
  await until('the first try', 20, async () => (/outcome="failed"\} [1-9]/.test(await outcomes()) ? true : undefined));
  await dies(service);
  const server = await office();
  service = await startService(env);
  const mail = await until('the mail', 20, async () => server.mails[0]);
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
  await until('it was cleared', 20, async () => (/outcome="unclear"\} 1/.test(await outcomes()) ? true : undefined));
  await enter(3);
  await until('the next mail', 20, async () => (server.mails.length === 2 ? true : undefined));
  expect(server.mails[1]?.to).toEqual(['mailed3@example.test']);
  expect(server.texts.filter((text) => text.includes('mailed2@'))).toHaveLength(1);
  await service.stop();
});
