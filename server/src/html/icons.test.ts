import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconDrawing } from './assets.ts';
import { iconPath, iconPresets, iconsVersion } from './icons.ts';

const ids = [...iconPresets.keys()];

test('every preset has a drawing, and every drawing is one of a preset', () => {
  const files = readdirSync(new URL('../../assets/icons', import.meta.url));
  expect(files.toSorted()).toEqual(ids.map((id) => `${id}.svg`).toSorted());
});

test('the version in the addresses is that of the drawings', () => {
  const hash = createHash('sha256').update(ids.map(iconDrawing).join(''));
  expect(iconsVersion).toBe(hash.digest('hex').slice(0, 8));
  expect(iconPath('fox')).toBe(`/icons/fox.svg?v=${iconsVersion}`);
  expect(iconPath('unicorn')).toBeUndefined();
});
