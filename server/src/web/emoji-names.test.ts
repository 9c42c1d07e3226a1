import { expect, test } from 'vitest';
import { readIcon } from '../bots/icon-form.ts';
import { iconPresets } from '../html/icons.ts';
import { emojiMeant, emojiNames } from './emoji-names.ts';

test.each([
  ['rocket', '🚀'],
  [':rocket:', '🚀'],
  ['Rocket', '🚀'],
  ['a rocket emoji', '🚀'],
  ['🚀🚀', '🚀'],
  ['my bot 🤖!', '🤖'],
  [':fox_face:', '🦊'],
  [':chart_with_upwards_trend:', '📈'],
  ['chart increasing', '📈'],
  [':owl:', '🦉'],
  ['', undefined],
  ['fox.png', undefined],
  ['constructor', undefined],
  ['<svg/>', undefined],
])('%s means %s', (text, emoji) => {
  expect(emojiMeant(text)).toBe(emoji);
});

test('every one that is meant is an icon, and each preset has an emoji of its name or none', () => {
  const all = [...emojiNames()];
  expect(all.filter(([, emoji]) => readIcon(emoji) !== emoji)).toEqual([]);
  expect(all.length).toBeGreaterThan(300);
  // The preset's own id is taken as it is; only `:owl:` is the emoji.
  expect([...iconPresets.keys()].filter((id) => readIcon(id) !== id)).toEqual([]);
});
