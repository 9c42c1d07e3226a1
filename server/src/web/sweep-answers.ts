/** Drops answers that were kept for an Idempotency-Key and are too old to be given again: when the service starts, and then every 10 minutes. */
import type { Config } from '../config/config.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { realNow } from '../lib/real-clock.ts';
import { hourMs } from '../lib/time.ts';
import type { Db } from '../storage/storage.ts';
import { secretKeptMs } from './idempotency.ts';
import { dropAnswersBefore, dropSecretsBefore } from './idempotency.sql.ts';

const everyMs = secretKeptMs;

interface SweepDeps {
  readonly db: Db;
  readonly log: Log;
  readonly config: Pick<Config, 'keepAnswersHours'>;
}

export function sweepAnswers({ db, log, config }: SweepDeps): Loop {
  return startLoop({
    async round() {
      await dropAnswersBefore(db, realNow() - config.keepAnswersHours * hourMs);
      await dropSecretsBefore(db, realNow() - secretKeptMs);
      return everyMs;
    },
    onFault: (e) => log.warn('old answers were not dropped', { error: errorText(e) }),
    pauseMs: { first: everyMs, max: everyMs },
    lookMsMax: everyMs,
  });
}
