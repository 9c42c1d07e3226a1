/** What goes on behind the requests: it ends once none comes any more. */
import type { Services } from './services.ts';

export async function endWork(
  { mails, limiter, intake, source, telemetry, rounds, pictures }: Services,
  followedLog: { followed(): Promise<unknown> },
): Promise<void> {
  await mails.stop();
  await rounds.stop();
  await pictures.stop();
  limiter.close();
  await followedLog.followed();
  await intake.stop();
  await telemetry?.close();
  await source.close?.();
}

/** Stepped clock only: sends every mail that is due. */
export async function runMails({ newsletter, alerts, mails }: Services): Promise<void> {
  await newsletter.run();
  await alerts.run();
  await mails.run();
}
