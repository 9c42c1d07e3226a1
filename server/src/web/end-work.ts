/** What goes on behind the requests: it ends once none comes any more. */
import type { Services } from './services.ts';

export async function endWork(
  { recovery, contacts, mails, limiter, intake, source, telemetry, rounds }: Services,
  followedLog: { followed(): Promise<unknown> },
): Promise<void> {
  await Promise.all([recovery.drained(), contacts.drained()]);
  await mails.stop();
  await rounds.stop();
  limiter.close();
  await followedLog.followed();
  await intake.stop();
  await telemetry?.close();
  await source.close?.();
}

/** Stepped clock only: sends every mail that is due. */
export async function runMails({ recovery, contacts, newsletter, mails }: Services): Promise<void> {
  await Promise.all([recovery.drained(), contacts.drained()]);
  await newsletter.run();
  await mails.run();
}
