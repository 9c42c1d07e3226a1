/**
 * In: how sending a mail went wrong. Out: what becomes of it. A mail is repeated only when it was certainly not taken: a server that was given
 * the whole text and did not answer may deliver it, and a stranger must not get it twice.
 *
 * Example: 550 to RCPT TO is `refused`, 451 to it (greylisting) is `later`, 535 to AUTH is `away`, and silence behind the text is `unclear`.
 */

/** Without the server's words, which may hold the address. */
export interface SmtpFault {
  /** Of nodemailer or of the system, such as ECONNECTION. */
  readonly code: string | undefined;
  /** What was under way, such as RCPT TO. */
  readonly command: string | undefined;
  /** The server's answer, such as 550; undefined when there was none. */
  readonly reply: number | undefined;
}

/** It is off the list then. `unclear`: it may have been taken. */
interface Over {
  readonly became: 'refused' | 'unclear';
  readonly why: SmtpFault;
}

/** It was certainly not taken. `later`: this mail, for now. `away`: nothing can be sent now. */
export interface PutOff {
  readonly became: 'later' | 'away';
  readonly why: SmtpFault;
}

export type Outcome = { readonly became: 'sent' } | Over | PutOff;

export function isPutOff(outcome: Outcome): outcome is PutOff {
  return outcome.became === 'later' || outcome.became === 'away';
}

/**
 * What is counted. `failed`: it is tried again. `unclear`: it may have been taken, and is not repeated. `given_up`: it was tried for too long.
 */
export const mailOutcomes = ['sent', 'failed', 'refused', 'unclear', 'given_up'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** @param isBegun was any of the text given away? */
export function outcomeOf(why: SmtpFault, isBegun: boolean): Outcome {
  const { code, command, reply } = why;
  if (isBegun && reply === undefined) return { became: 'unclear', why };
  // The address itself is none that a server could be told.
  if (code === 'EENVELOPE' && command === 'API') return { became: 'refused', why };
  // Before the recipient is named, and when the server says good-bye, it is not about this mail.
  if ((command !== 'RCPT TO' && command !== 'DATA') || reply === undefined || reply === 421)
    return { became: 'away', why };
  // 503 says that the session went wrong, not the mail.
  return { became: reply >= 500 && reply !== 503 ? 'refused' : 'later', why };
}

/** How long a mail waits that was put off so many times, at most an hour: 1 minute, then twice as long each time. */
export function mailWaitMs(tries: number): number {
  return Math.min(60_000 * 2 ** Math.min(tries - 1, 10), 3_600_000);
}

/** How long nothing is tried after so many times in a row that nothing could be sent: 10 seconds to 10 minutes. */
export function awayWaitMs(times: number): number {
  return Math.min(10_000 * 2 ** Math.min(times - 1, 10), 600_000);
}
