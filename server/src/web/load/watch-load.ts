/** Looks at the load ten times a second for as long as the service listens. */
import { errorText, type Log } from '../../lib/log.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import { lookMs, type Load } from './load.ts';

export function watchLoad({ load, log }: { readonly load: Load; readonly log: Log }): Loop {
  return startLoop({
    round() {
      load.look();
      return lookMs;
    },
    onFault: (e) => log.warn('the load was not looked at', { error: errorText(e) }),
    pauseMs: { first: lookMs, max: lookMs },
  });
}
