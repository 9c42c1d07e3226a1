/** Mails in the folder of a service that has no mail server, and the links in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { send, type Answer, type Served } from './http.ts';
import { patienceMs } from './patience.ts';

/** The path of the link to a new key that was mailed for a bot, once it is there. @param dataDir of the process that serves. */
export async function recoveryLink(dataDir: string, botId: string): Promise<string> {
  const folder = join(dataDir, 'outbox');
  return await vi.waitFor(
    () => {
      const mails = readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', ''));
      const link = /\/recover\/[\w-]{43}/.exec(mails.find((mail) => mail.includes(botId)) ?? '');
      if (!link) throw new Error('no mail of that bot');
      return link[0];
    },
    { timeout: patienceMs, interval: 20 },
  );
}

/** Presses the button of the page behind a link that was mailed. */
export async function pressButton(at: Served, link: string): Promise<Answer> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return await send(at, 'POST', link, { body: '', headers: form });
}
