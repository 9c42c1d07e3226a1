/** Whether a process waits for the place of the one that serves (docs/operators/cluster.md). */
import { SetupError } from '../lib/setup-error.ts';
import type { Secrets } from './secrets.ts';
import { oneOf, type Setting } from './setting.ts';

export const standbySettings = {
  standby: {
    variable: 'PAPERTAPE_STANDBY',
    standard: 'off',
    describe:
      'With DATABASE_URL: on = while another process serves the league, wait to take its place (docs/operators/cluster.md); off = end at once.',
    read: (text) => oneOf('on', 'off')(text) === 'on',
  },
} satisfies { readonly [key in string]: Setting<unknown> };

interface Read {
  readonly config: { readonly standby: boolean };
  readonly secrets: Pick<Secrets, 'databaseUrl'>;
}

/** The embedded engine is in files of one machine, where nobody would take over. Throws SetupError. */
export function refuseStandbyWithout({ config, secrets }: Read): void {
  if (!config.standby || secrets.databaseUrl) return;
  throw new SetupError(
    'PAPERTAPE_STANDBY is on, but there is no DATABASE_URL.',
    'A second process takes over on PostgreSQL only: set DATABASE_URL, or unset PAPERTAPE_STANDBY.',
  );
}
