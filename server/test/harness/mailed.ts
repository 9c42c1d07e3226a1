/** A league whose operator has set a mail server: a real one on loopback, and a clock of the test's own for mails and links. */
import { onTestFinished } from 'vitest';
import { get, send, type Answer, type Served } from './http.ts';
import { openLeague, type League, type LeagueOptions } from './league.ts';
import { createTestLog, type TestLog } from './log.ts';
import { openPostOffice, type Delivered, type PostOffice } from './post-office.ts';

export interface MailedLeague {
  readonly league: League;
  readonly server: PostOffice;
  readonly log: TestLog;
  /** Steps the time of mails and links. */
  readonly later: (ms: number) => void;
  /** Sends what is due. @returns the mails that arrived since the last call. */
  readonly mails: () => Promise<readonly Delivered[]>;
}

export async function mailedLeagueOfTest(options: LeagueOptions = {}): Promise<MailedLeague> {
  const server = await openPostOffice();
  onTestFinished(() => server.close());
  let now = Date.parse('2026-03-02T08:00:00Z');
  const log = createTestLog('debug');
  const league = await openLeague({
    ...options,
    env: { ...mailSettings(server), ...options.env },
    overrides: { log: log.log, ...options.overrides, mail: { realNow: () => now } },
  });
  onTestFinished(() => league.close());
  let read = 0;
  return {
    league,
    server,
    log,
    later: (ms) => void (now += ms),
    async mails() {
      await league.app.runMails();
      const fresh = server.mails.slice(read);
      read = server.mails.length;
      return fresh;
    },
  };
}

export function mailSettings({ url }: Pick<PostOffice, 'url'>): Readonly<Record<string, string>> {
  return { PAPERTAPE_SMTP_URL: url, PAPERTAPE_MAIL_FROM: 'Example League <league@example.test>' };
}

/** The path of the link in a mail that confirms a contact. */
export function contactLink(mail: Delivered | undefined): string {
  return /\/contact\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? 'no link';
}

/** Sends the form of the page behind a link. */
export function press(league: Served, link: string, form: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return send(league, 'POST', link, {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

export function contactKeyIn(page: Answer): string | undefined {
  return /ptc_\w{38}/.exec(page.text)?.[0];
}

/** What its owner is told of a bot. */
export async function contactOf(league: League, { id, key }: { id: string; key: string }): Promise<unknown> {
  return ((await get(league, `/api/agents/${id}/state`, { key })).json as { contact: unknown }).contact;
}
