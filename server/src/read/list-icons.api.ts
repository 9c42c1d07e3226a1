import { json, operation } from 'papertape-contract/operation';
import { iconsView as answer } from 'papertape-contract/profile';
import { kept } from 'papertape-contract/replies';
import { iconsView } from './icons-view.ts';
import type { ReadDeps } from './deps.ts';

export const listIcons = operation({
  id: 'listIcons',
  path: '/api/icons',
  tag: 'Identity',
  summary: 'Icon presets',
  description: 'Preset ids with their pictures, and the rule for icons.',
  freshness: 'kept',
  headers: { 'Cache-Control': 'public, max-age=3600' },
  answer: json(answer),
  handle: async (_, { baseUrl }: ReadDeps) => kept('files', async () => iconsView(baseUrl())),
});
