/** Opens the room of mails by the settings, and says to whom one more may go. */
import { ApiError } from 'papertape-contract/errors';
import type { Settings } from '../config/config.ts';
import { openMails, type MailOverrides, type Mails, type MailsInput } from '../mail/open-mails.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';

type Made = MailOverrides & Pick<MailsInput, 'db' | 'intake' | 'log' | 'baseUrl'>;

export function mailsOf(
  { config, secrets }: Pick<Settings, 'config' | 'secrets'>,
  made: Made,
  metrics: Pick<Metrics, 'mailed'>,
): Mails {
  return openMails({
    ...made,
    smtpUrl: secrets.smtpUrl?.reveal(),
    from: config.mailFrom,
    operator: config.operatorMail,
    dataDir: config.dataDir,
    told: (outcome) => metrics.mailed(outcome),
  });
}

/** May the bot get one more mail? Counts it. */
export async function mayMail(limiter: Pick<RateLimiter, 'take'>, botId: string): Promise<boolean> {
  try {
    await limiter.take('recoveryMailsPerBot', botId);
    return true;
  } catch (e) {
    if (e instanceof ApiError) return false;
    throw e;
  }
}
