/** Opens the room of the newsletter: who gets it, what its issues say, and what sends them. */
import { startLoop, type Loop } from '../lib/loop.ts';
import { errorText } from '../lib/log.ts';
import { decidedWeeks } from './issue.sql.ts';
import type { Issue } from './issue.ts';
import { loadIssue, type LoadIssueDeps } from './load-issue.job.ts';
import { createSending, type SendingDeps } from './send-issue.job.ts';
import { createSubscriptions, type Subscriptions, type SubscriptionsDeps } from './subscriptions.job.ts';

export interface Newsletter {
  readonly subscriptions: Subscriptions;
  /** @returns undefined for what is no week, and for one that no league has decided. */
  issue(week: string): Promise<Issue | undefined>;
  /** Weeks that have an issue, the newest first. */
  weeks(): Promise<string[]>;
  /** From now on issues are sent by themselves. */
  start(): void;
  /** Makes mails wait that are due now. For a clock that is stepped, where nothing is done by itself. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

export interface NewsletterDeps
  extends
    SubscriptionsDeps,
    Omit<LoadIssueDeps, 'market'>,
    Omit<SendingDeps, 'leaveUrl' | 'issue' | 'lastMark' | 'isWeekly'> {
  readonly market: LoadIssueDeps['market'];
  readonly config: { readonly newsletter: 'off' | 'mondays' };
}

/** Issues that the newsletter's page links to. */
const weeksListed = 12;

export function openNewsletter(deps: NewsletterDeps): Newsletter {
  const { db, log, market } = deps;
  const subscriptions = createSubscriptions(deps);
  const issue = (week: string): Promise<Issue | undefined> => loadIssue(deps, week);
  const sending = createSending({
    ...deps,
    leaveUrl: (makerId) => subscriptions.leaveUrl(makerId),
    issue,
    lastMark: async () => (await market.snapshot()).lastMark,
    isWeekly: deps.config.newsletter === 'mondays',
  });
  let loop: Loop | undefined;
  return {
    subscriptions,
    issue,
    weeks: () => decidedWeeks(db, weeksListed),
    start() {
      loop ??= startLoop({
        round: () => sending.round(),
        onFault: (e) => log.warn('the newsletter was not sent, and will be', { error: errorText(e) }),
        pauseMs: { first: 5_000, max: 60_000 },
      });
    },
    async run() {
      await sending.round();
    },
    async stop() {
      await loop?.stop();
    },
  };
}
