/** Drops answers that were kept for an Idempotency-Key and are too old to be given again: when the service starts, and then once an hour. */
import { limits } from 'papertape-contract/limits';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { realNow } from '../lib/real-clock.ts';
import type { Db } from '../storage/storage.ts';
import { dropAnswersBefore } from './idempotency.sql.ts';

const everyMs = 3_600_000;

export function sweepAnswers({ db, log }: { readonly db: Db; readonly log: Log }): Loop {
  return startLoop({
    async round() {
      await dropAnswersBefore(db, realNow() - limits.idempotencyKeptHours * 3_600_000);
      return everyMs;
    },
    onFault: (e) => log.warn('old answers were not dropped', { error: errorText(e) }),
    pauseMs: { first: everyMs, max: everyMs },
    lookMsMax: everyMs,
  });
}
