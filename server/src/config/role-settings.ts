/** What a process does for its league: everything, answering readers beside the process that serves, or closing leagues beside it (docs/operators/cluster.md). */
import { SetupError } from '../lib/setup-error.ts';
import type { Secrets } from './secrets.ts';
import { oneOf, wrong, type Setting } from './setting.ts';
import { refuseStandbyWithout, standbySettings } from './standby-settings.ts';

export const roleSettings = {
  ...standbySettings,
  role: {
    variable: 'PAPERTAPE_ROLE',
    standard: 'all',
    describe:
      'all = serve the league; web = with DATABASE_URL, answer public reads beside the process that serves, and hand everything else on to it; engine = with DATABASE_URL, close leagues beside it (docs/operators/cluster.md). papertape serve --role says the same.',
    read: oneOf('all', 'web', 'engine'),
  },
  address: {
    variable: 'PAPERTAPE_ADDRESS',
    standard: 'http://HOST:PORT',
    describe:
      'Where processes of role web reach this one, such as http://10.0.0.21:4000; to be set where HOST stands for all addresses of the machine.',
    read: readAddress,
    fallback: undefined,
  },
} satisfies { readonly [key in string]: Setting<unknown> };

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'http:' && url.pathname === '/' && url.search === '' && url.username === '';
  return isPlain ? url.origin : wrong('must be http:// with a host and a port, such as http://10.0.0.21:4000');
}

interface Read {
  readonly config: { readonly role: 'all' | 'web' | 'engine'; readonly standby: boolean };
  readonly secrets: Pick<Secrets, 'databaseUrl' | 'databaseReadUrl'>;
}

/** The embedded engine has one process. Throws SetupError. */
export function refuseRoleWithout(read: Read): void {
  refuseStandbyWithout(read);
  const { config, secrets } = read;
  if (config.role !== 'web' && secrets.databaseReadUrl)
    throw new SetupError(
      'DATABASE_READ_URL is set, but the role is not web.',
      'Who decides a league reads what it writes: unset DATABASE_READ_URL, or set PAPERTAPE_ROLE=web.',
    );
  if (config.role === 'all' || secrets.databaseUrl) return;
  throw new SetupError(
    `The role is ${config.role}, but there is no DATABASE_URL.`,
    'Several processes share a league on PostgreSQL only: set DATABASE_URL, or unset PAPERTAPE_ROLE.',
  );
}
