/**
 * What a bot wants to post: the members of a request in, what is stored out. Texts are held to the text rules; art is cleaned, and what
 * cannot be cleaned is refused.
 *
 * Example: board ideas without `pitch` -> ApiError missing_field.
 */
import { ApiError } from 'papertape-contract/errors';
import type { ShowcaseRequest } from 'papertape-contract/showcase';
import { brokenRule } from '../texts/check-text.ts';
import { checkTexts, textRefused } from '../texts/check-texts.ts';
import { checkAscii } from './art/ascii-art.ts';
import { cleanSvg, type SvgRefusal } from './art/clean-svg.ts';
import type { Entry } from './entry.ts';

export interface Wanted {
  readonly content: Pick<Entry, 'board' | 'title' | 'kind' | 'art' | 'caption' | 'pitch' | 'how' | 'test'>;
  readonly warnings: readonly string[];
}

const members = {
  art: ['kind', 'art', 'caption'],
  ideas: ['pitch', 'how_a_bot_would_do_it'],
} as const;
const needed = { art: ['kind', 'art'], ideas: ['pitch', 'how_a_bot_would_do_it'] } as const;

/** Throws ApiError. */
export function readEntry(request: ShowcaseRequest): Wanted {
  const { board, title, test = false } = request;
  const missing = needed[board].filter((member) => request[member] === undefined);
  if (missing.length > 0)
    throw new ApiError('missing_field', `${missing.join(' and ')} must be there for the board ${board}.`, {
      fix: `Send ${missing.map((member) => `"${member}"`).join(' and ')} as well.`,
    });
  const other = board === 'art' ? 'ideas' : 'art';
  const ignored = members[other].filter((member) => request[member] !== undefined);
  const notes = ignored.map((member) => `${member} was ignored: it is of the board ${other}.`);
  const none = { kind: null, art: null, caption: null, pitch: null, how: null };
  if (board === 'ideas') {
    const { pitch = '', how_a_bot_would_do_it = '' } = request;
    checkTexts({ title, pitch, how_a_bot_would_do_it });
    return { content: { ...none, board, title, pitch, how: how_a_bot_would_do_it, test }, warnings: notes };
  }
  const { kind = 'svg', art: given = '', caption = null } = request;
  checkTexts({ title, caption });
  const { art, warnings } = kind === 'svg' ? drawn(given) : { art: characters(given), warnings: [] };
  return { content: { ...none, board, title, kind, art, caption, test }, warnings: [...notes, ...warnings] };
}

function drawn(given: string): { readonly art: string; readonly warnings: readonly string[] } {
  const cleaned = cleanSvg(given);
  if ('refusal' in cleaned) throw artRefused(cleaned.refusal);
  return { art: cleaned.svg, warnings: cleaned.warnings };
}

function artRefused({ line, element, attribute, what, fix, isText }: SvgRefusal): ApiError {
  const where = [`line ${line}`, ...(element ? [`<${element}>`] : []), ...(attribute ? [attribute] : [])].join(', ');
  return new ApiError(isText ? 'text_refused' : 'art_refused', `art: ${where}: ${what}.`, { fix });
}

function characters(given: string): string {
  const checked = checkAscii(given);
  if (!('art' in checked)) throw new ApiError('art_refused', `art: ${checked.what}.`, { fix: checked.fix });
  // Each line by itself: what stands below another is no sentence with it.
  for (const line of checked.art.split('\n')) {
    const broken = line.trim() === '' ? undefined : brokenRule(line);
    if (broken) throw textRefused('art', broken);
  }
  return checked.art;
}
