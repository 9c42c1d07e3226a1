/** What a service does about its lock on the data: it says when it is lost and held again, and ends when its memory is old. */
import type { Log } from '../lib/log.ts';
import type { Intake } from './intake.ts';
import type { InstanceLock } from './instance-lock.ts';

/** @param fatal ends the process. */
export function watchLock(
  lock: InstanceLock,
  log: Log,
  intake: Pick<Intake, 'isWhole'>,
  fatal: (reason: string) => void,
): void {
  lock.watch({
    onChange: (isHeld, reason) =>
      isHeld
        ? log.warn('the lock on the database is held again')
        : log.error('the lock on the database is not held, and nothing is written', { reason }),
    isWhole: () => intake.isWhole(),
    onOld: (reason) => fatal(`What this process has in memory is not what is stored: ${reason}.`),
  });
}
