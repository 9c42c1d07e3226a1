import { json, operation } from 'papertape-contract/operation';
import { iconsView as answer } from 'papertape-contract/profile';
import { kept } from 'papertape-contract/replies';
import { iconsView } from './icons-view.ts';

type Deps = { readonly baseUrl: () => string };

export const listIcons = operation({
  id: 'listIcons',
  method: 'get',
  path: '/api/icons',
  tag: 'Identity',
  summary: 'Icon presets',
  description: 'Preset ids with their pictures, and the rule for icons.',
  key: 'never',
  freshness: 'kept',
  headers: { 'Cache-Control': 'public, max-age=3600' },
  answer: json(answer),
  codes: [],
  handle: async (_, { baseUrl }: Deps) => kept('files', async () => iconsView(baseUrl())),
});
