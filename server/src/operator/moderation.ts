/**
 * Moderation: the operator's entries of the incident log in, who is banned and which texts are hidden out; and what an action changes.
 *
 * Public rule (docs/bots/rules.md, docs/operators/moderation.md): the operator may ban a bot, a maker or a network address, hide a text that a
 * bot publishes, and take either back. Each needs a reason and stands in the incident log. What was asked for and is so already changes
 * nothing, and makes no entry. The same of entries of the showcase, where showing one decides it, too: reports hide it no more. An address is named by a keyed hash, so the log tells nobody's address.
 *
 * Example: `text_hidden` agt_1/description "It asks for passwords." and then `text_shown` agt_1/description -> nothing is hidden.
 */
import type { About } from 'papertape-contract/about';
import { botIdPattern } from '../lib/ids.ts';

/** What the operator asks. */
export type ModerationActionKind = 'ban' | 'unban' | 'hide_text' | 'show_text' | 'hide_entry' | 'show_entry';
/** What the incident log says then. */
export type ModerationIncidentKind =
  | 'banned'
  | 'unbanned'
  | 'text_hidden'
  | 'text_shown'
  | 'entry_hidden'
  | 'entry_shown';

/** The entry that each action makes. */
export const moderationIncidents: Readonly<Record<ModerationActionKind, ModerationIncidentKind>> = {
  ban: 'banned',
  unban: 'unbanned',
  hide_text: 'text_hidden',
  show_text: 'text_shown',
  hide_entry: 'entry_hidden',
  show_entry: 'entry_shown',
};

export function isModerationAction(action: string): action is ModerationActionKind {
  return Object.hasOwn(moderationIncidents, action);
}

/** Whom a ban can be about. */
export type BannedKind = 'bot' | 'maker' | 'address';

/** Why each is banned or hidden, by kind and id. */
export type Moderation = ReadonlyMap<string, string>;

const keyOf = ({ kind, id }: About): string => `${kind} ${id}`;
/** The kind of a key that says that the operator decided to show an entry. */
export const shownEntry = 'entry-shown';
const shownKeyOf = ({ id }: About): string => `${shownEntry} ${id}`;

/** Why it is banned, or its text hidden; undefined when it is not. */
export const moderated = (moderation: Moderation, about: About): string | undefined => moderation.get(keyOf(about));

/** What is banned or hidden, each once. */
export function moderatedOf(moderation: Moderation, kind: BannedKind | 'text' | 'entry' | typeof shownEntry): string[] {
  return [...moderation.keys()].flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []));
}

/** An entry of the log, as far as it matters here. */
interface ModerationEntry {
  readonly kind: string;
  readonly about: About;
  readonly reason: string;
}

/** The log in order; entries of other kinds change nothing. */
export function foldModeration(log: Iterable<ModerationEntry>): Map<string, string> {
  const moderation = new Map<string, string>();
  for (const entry of log) noteModeration(moderation, entry);
  return moderation;
}

/** What holds after one more entry. @param moderation changed. */
export function noteModeration(moderation: Map<string, string>, { kind, about, reason }: ModerationEntry): void {
  if (kind === 'banned' || kind === 'text_hidden' || kind === 'entry_hidden') moderation.set(keyOf(about), reason);
  if (kind === 'unbanned' || kind === 'text_shown' || kind === 'entry_shown') moderation.delete(keyOf(about));
  if (kind === 'entry_hidden') moderation.delete(shownKeyOf(about));
  if (kind === 'entry_shown') moderation.set(shownKeyOf(about), reason);
}

/** What an action changes; undefined = nothing. */
export function moderationChange(
  action: ModerationActionKind,
  about: About,
  now: Moderation,
): ModerationIncidentKind | undefined {
  if (action === 'show_entry') return now.has(shownKeyOf(about)) ? undefined : moderationIncidents[action];
  const isSo = now.has(keyOf(about));
  const begins = action === 'ban' || action === 'hide_text' || action === 'hide_entry';
  return isSo === begins ? undefined : moderationIncidents[action];
}

/**
 * What a bot publishes of itself in its own words, by the names of its profile, and what stands there while it is hidden: a sentence, or
 * nothing where a sentence would not be of the form.
 */
const notice = 'Hidden by the operator';
export const publishedTexts = {
  name: notice,
  company: notice,
  website: null,
  logo_url: null,
  icon: null,
  style: notice,
  description: notice,
  open_strategy_url: null,
  pledge_cause: notice,
  pledge_url: null,
  retired_reason: notice,
} as const satisfies Readonly<Record<string, string | null>>;

export type PublishedText = keyof typeof publishedTexts;

export function isPublishedText(name: string): name is PublishedText {
  return Object.hasOwn(publishedTexts, name);
}

/** A text of a bot. */
export interface TextName {
  readonly botId: string;
  readonly text: PublishedText;
}

/** `agt_0000000000000000/description` */
export const textName = ({ botId, text }: TextName): string => `${botId}/${text}`;

export function parseTextName(id: string): TextName | undefined {
  const [botId = '', text = '', ...more] = id.split('/');
  return botIdPattern.test(botId) && isPublishedText(text) && more.length === 0 ? { botId, text } : undefined;
}
