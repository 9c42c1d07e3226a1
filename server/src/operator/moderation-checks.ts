/** Checks of bans, hidden texts and retirements that are taken back: as checks.ts, refused with a SetupError before anything is stored. */
import type { About } from 'papertape-contract/about';
import { iso, type Instant } from '../lib/clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import {
  isPublishedText,
  moderated,
  moderationChange,
  publishedTexts,
  textName,
  type Moderation,
  type TextName,
} from './moderation.ts';
import type { OperatorAction } from './action.ts';
import { fits, type SeatsWith } from '../flow/ladder/seats-held.ts';
import { reinstatableUntil } from './reinstate.ts';

/** @param called what the operator typed. */
export function checkBan(action: 'ban' | 'unban', about: About, called: string, moderation: Moderation): void {
  const reason = moderated(moderation, about);
  if (action === 'ban' && reason !== undefined)
    throw new SetupError(
      `${called} (${about.id}) is banned already: ${reason}`,
      'papertape admin unban takes it back.',
    );
  if (action === 'unban' && reason === undefined)
    throw new SetupError(`${called} (${about.id}) is not banned.`, 'See papertape admin incidents.');
}

/** @returns the name of a text. */
export function checkTextName(botId: string, text: string): TextName {
  if (isPublishedText(text)) return { botId, text };
  throw new SetupError(`A bot has no text "${text}".`, `Take one of: ${Object.keys(publishedTexts).join(', ')}.`);
}

/** @param held what stands there, hidden or not. */
export function checkTextAction(
  action: 'hide_text' | 'show_text',
  name: TextName,
  held: string | null,
  moderation: Moderation,
): void {
  const reason = moderated(moderation, { kind: 'text', id: textName(name) });
  const text = `${name.text} of ${name.botId}`;
  if (action === 'show_text' && reason === undefined)
    throw new SetupError(`The ${text} is not hidden.`, 'There is nothing to show.');
  if (action === 'hide_text' && reason !== undefined)
    throw new SetupError(`The ${text} is hidden already: ${reason}`, 'papertape admin show-text takes it back.');
  if (action === 'hide_text' && held === null)
    throw new SetupError(`There is no ${text}.`, 'There is nothing to hide.');
}

/** @param exists is there such an entry of the showcase? */
export function checkEntryAction(
  action: 'hide_entry' | 'show_entry',
  id: string,
  exists: boolean,
  moderation: Moderation,
): void {
  if (!exists) throw new SetupError(`The showcase has no entry ${id}.`, 'See papertape admin showcase.');
  if (moderationChange(action, { kind: 'entry', id }, moderation) === undefined)
    throw new SetupError(
      `It is decided already that entry ${id} is ${action === 'hide_entry' ? 'hidden' : 'shown'}.`,
      `papertape admin ${action === 'hide_entry' ? 'show-entry' : 'hide-entry'} decides otherwise.`,
    );
}

/** A bot, as far as it matters to taking its retirement back. */
export interface ReinstatableBot {
  readonly id: string;
  readonly name: string;
  readonly league: string;
  readonly supersededBy: string | null;
  /** By the public log; undefined when it is not retired. */
  readonly retired: { readonly at: Instant; readonly by: string | null } | undefined;
  /** Why it, or its maker, is banned. */
  readonly banned: string | undefined;
}

/** @param seats where it would sit, and seats of each tier. */
export function checkReinstatement(
  { id, name, league, supersededBy, retired, banned }: ReinstatableBot,
  seats: SeatsWith & { readonly capacity: number },
  nextMark: Instant,
  pending: readonly OperatorAction[],
): void {
  const called = `${name} (${id})`;
  if (!retired) throw new SetupError(`${called} is not retired.`, 'There is nothing to take back.');
  if (retired.by !== 'operator')
    throw new SetupError(
      `${called} was retired by ${retired.by === 'rule' ? 'the rule of seats' : 'its owner'}, since ${iso(retired.at)}.`,
      'Only what the operator retired can be taken back. Its owner can register a successor: docs/bots/identity.md.',
    );
  if (banned !== undefined)
    throw new SetupError(`${called} is banned: ${banned}`, 'Take the ban back first: papertape admin unban.');
  if (supersededBy !== null)
    throw new SetupError(`${called} has a successor, ${supersededBy}.`, 'The successor trades in its place.');
  const until = reinstatableUntil(retired.at);
  if (nextMark > until)
    throw new SetupError(
      `${called} is retired since ${iso(retired.at)}, and a close has passed without it.`,
      `It could be taken back until ${iso(until)}. Its owner can register a successor: docs/bots/identity.md.`,
    );
  if (pending.some((a) => a.action === 'reinstate' && a.about.id === id))
    throw new SetupError(`${called} is being reinstated already.`, 'See papertape admin actions.');
  if (!fits(seats, seats.capacity))
    throw new SetupError(
      `Its seat in ${league} is taken: each of the ${seats.capacity} of its tier is held.`,
      `Give the league more seats first: papertape admin set-capacity ${league} ${seats.capacity + 1}.`,
    );
}
