/** `papertape newsletter`: sends an issue. Writes into the data; a running service sends it within half a minute. */
import { Command } from 'commander';
import { environment } from '../config/env.ts';
import { iso } from '../lib/clock.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { decidedWeeks } from '../newsletter/issue.sql.ts';
import { insertSend, sendOf } from '../newsletter/sends.sql.ts';
import { confirmedSubscribers } from '../newsletter/subscribers.sql.ts';
import type { Db } from '../storage/storage.ts';
import { withLeague } from './with-league.ts';

export function newsletterCommand(): Command {
  const command = new Command('newsletter').description('The weekly newsletter (docs/operators/newsletter.md).');
  command
    .command('send')
    .description('Send the issue of a week to everyone on the list, once.')
    .argument('[week]', 'such as 2026-W47; the last one that is over when it is left out')
    .action(async (week: string | undefined) => {
      await withLeague(environment(), async ({ db }) => process.stdout.write(await askToSend(db, week)));
    });
  return command;
}

/** @returns what to tell the operator. Throws SetupError when it cannot be sent. */
export async function askToSend(db: Db, asked: string | undefined, now = realNow()): Promise<string> {
  const weeks = await decidedWeeks(db);
  const week = asked ?? weeks[0];
  if (week === undefined || !weeks.includes(week))
    throw new SetupError(
      week === undefined ? 'No week is over yet.' : `No league has decided the week "${week}".`,
      'An issue is of an ISO week that is over; /newsletter lists them.',
    );
  if (!(await insertSend(db, week, now))) {
    const before = await sendOf(db, week);
    throw new SetupError(
      `The issue of ${week} was asked for on ${iso(before?.askedAt ?? now)}. It is sent once.`,
      'Who signed up since gets the next one.',
    );
  }
  const readers = (await confirmedSubscribers(db)).length;
  return [
    `The issue of ${week} goes to ${readers} ${readers === 1 ? 'address' : 'addresses'}.`,
    '  when    a running service begins within half a minute; else once it is started',
    '  after   papertape admin subscribers shows who got which issue last',
    '',
  ].join('\n');
}
