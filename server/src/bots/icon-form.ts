/** What an icon may be: an emoji, or a preset; and the registration, whose icon is checked so. */
import { registerRequest } from 'papertape-contract/registration';
import { iconPresets } from '../html/icons.ts';

/** The registration as it is read: its icon is taken as it is kept. */
export const registerForm = registerRequest.extend({
  icon: registerRequest.shape.icon
    .unwrap()
    .transform((s, c) => {
      const kept = readIcon(s);
      if (kept === undefined) c.addIssue({ code: 'custom', message: `must be ${iconRule}` });
      return kept ?? s;
    })
    .exactOptional(),
});

/** One emoji: the sequences that Unicode recommends for interchange, with the variation selector added where it was left out. */
const emojiPattern = /^(?!\p{Emoji_Modifier}$)\p{RGI_Emoji}$/v;

/** @returns the emoji in its fully qualified form, or undefined when the text is not exactly one. */
export function canonicalEmoji(s: string): string | undefined {
  if (emojiPattern.test(s)) return s;
  for (const candidate of withSelectors(s)) if (emojiPattern.test(candidate)) return candidate;
  return undefined;
}

/** Unqualified forms lack U+FE0F after one of their code points or several: `❤`, `1⃣`, `👁‍🗨`. */
function withSelectors(s: string): string[] {
  const points = Array.from(s);
  if (points.length > 8 || s.includes('\uFE0F') || s.includes('\uFE0E')) return [];
  const candidates: string[] = [];
  for (let mask = 1; mask < 1 << points.length; mask++) {
    candidates.push(points.map((p, i) => (mask & (1 << i) ? `${p}\uFE0F` : p)).join(''));
  }
  return candidates;
}

/** What an icon is, in words. */
export const iconRule = 'exactly one emoji or a preset id from GET /api/icons';

/** @returns the icon as it is kept: a preset id, or an emoji in its fully qualified form; undefined when the text is neither. */
export function readIcon(s: string): string | undefined {
  return iconPresets.has(s) ? s : s.length <= emojiUnitsMax ? canonicalEmoji(s) : undefined;
}

/** No emoji has more UTF-16 units. */
const emojiUnitsMax = 64;
