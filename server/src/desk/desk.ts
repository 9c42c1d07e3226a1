/** The operator's page, as its addresses need it: who may come, who is signed in, and acts one after the other. */
import { createOneAtATime, type OneAtATime } from '../bots/one-at-a-time.ts';
import type { OperatorPageSetting } from '../config/operator-settings.ts';
import { sameText } from './same-text.ts';
import { originAt, type Came } from './place.ts';
import { createAttempts, createSessions, type Attempts, type Session, type Sessions } from './sessions.ts';
import type { RandomBytes } from '../lib/ids.ts';

export interface Desk {
  /** The origin of the page for this request; undefined where there is none for it. */
  originFor(came: Came): string | undefined;
  isToken(text: string): boolean;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  /** Of the cookie of a request. */
  sessionOf(came: Came): Session | undefined;
  /** What the browser keeps after a sign-in, as a header; without a value it is told to forget. */
  cookie(origin: string, kept?: string): string;
  kept(came: Came): string | undefined;
  /** What an act looked at holds until it is stored. */
  readonly oneAtATime: OneAtATime;
}

export interface DeskInput {
  readonly place: OperatorPageSetting;
  readonly token: string | undefined;
  readonly isProxy: (peer: string) => boolean;
  readonly baseUrl: () => string;
  /** Real milliseconds. */
  readonly now: () => number;
  readonly random: RandomBytes;
}

const cookieName = 'papertape_operator';

export function createDesk({ place, token, isProxy, baseUrl, now, random }: DeskInput): Desk {
  const sessions = createSessions({ now, random });
  const kept = ({ headers: { cookie } }: Came): string | undefined =>
    typeof cookie === 'string' ? /(?:^|; *)papertape_operator=([\w-]{43})(?:;|$)/.exec(cookie)?.[1] : undefined;
  return {
    originFor: (came) => (token === undefined ? undefined : originAt(came, { place, isProxy, baseUrl })),
    isToken: (text) => token !== undefined && sameText(text, token),
    attempts: createAttempts(now),
    sessions,
    kept,
    sessionOf: (came) => sessions.find(kept(came)),
    cookie: (origin, value) =>
      [
        `${cookieName}=${value ?? ''}`,
        'Path=/operator',
        'HttpOnly',
        'SameSite=Strict',
        ...(origin.startsWith('https:') ? ['Secure'] : []),
        ...(value === undefined ? ['Max-Age=0'] : []),
      ].join('; '),
    oneAtATime: createOneAtATime(),
  };
}
