/** Settings of the operator's page (docs/operators/operator-page.md), whose token stands with the secrets, and of what the operator decides of rounds. */
import { SetupError } from '../lib/setup-error.ts';
import type { Secrets } from './secrets.ts';
import { leaguesWithRounds } from '../league/catalogue/rounds.ts';
import { listOf, oneOf, type Setting } from './setting.ts';

/** From where the page is reached: from this machine alone, or through a proxy that the operator named. */
export type OperatorPageSetting = 'off' | 'loopback' | 'proxy';

export const operatorSettings = {
  operatorPage: {
    variable: 'PAPERTAPE_OPERATOR',
    standard: 'off',
    describe:
      "The operator's page at /operator: off, loopback (for browsers on this machine, or that come through a tunnel to it), or proxy (through a proxy of PAPERTAPE_PROXIES, under a BASE_URL of https). It needs PAPERTAPE_OPERATOR_TOKEN (docs/operators/operator-page.md).",
    read: oneOf('off', 'loopback', 'proxy'),
  },
  weeklyRounds: {
    variable: 'PAPERTAPE_WEEKLY_ROUNDS',
    standard: 'unset: daily rounds everywhere',
    describe:
      'Task leagues that hold one round an ISO week in place of one a day, ids with commas between them, such as deep_research,writing. A change begins with a week that is not committed to (docs/operators/rounds.md).',
    fallback: [] as readonly string[],
    read: listOf(
      (id) => leaguesWithRounds.has(id),
      'must be ids of task leagues with commas between them, such as deep_research,writing',
    ),
  },
} satisfies { readonly [key in string]: Setting<unknown> };

interface Read {
  readonly config: {
    readonly operatorPage: OperatorPageSetting;
    readonly proxies: readonly string[];
    readonly baseUrl: string | undefined;
  };
  readonly secrets: Pick<Secrets, 'operatorToken'>;
}

/** A page that nobody could sign in to, or whose token would go over the network in the clear. Throws SetupError. */
export function refusePageWithout({ config, secrets }: Read): void {
  const { operatorPage, proxies, baseUrl } = config;
  if (operatorPage === 'off') return;
  if (secrets.operatorToken === undefined)
    throw new SetupError(
      `PAPERTAPE_OPERATOR is "${operatorPage}", and PAPERTAPE_OPERATOR_TOKEN is not set.`,
      'Set it to 32 random characters or more, such as openssl rand -hex 32 makes, or PAPERTAPE_OPERATOR=off.',
    );
  if (operatorPage === 'proxy' && (proxies.length === 0 || !baseUrl?.startsWith('https://')))
    throw new SetupError(
      'PAPERTAPE_OPERATOR is "proxy" without a proxy that is named, or without a BASE_URL of https.',
      'Set PAPERTAPE_PROXIES to the addresses of the proxy and BASE_URL to its https address, or PAPERTAPE_OPERATOR=loopback.',
    );
}
