/** The preset icons, and what else an icon may be. */
import { iconPath, iconPresets } from '../html/icons.ts';
import { iconRule } from '../bots/icon-form.ts';
import type { IconsView } from 'papertape-contract/profile';

export function iconsView(baseUrl: string): IconsView {
  return {
    rule: `An icon is ${iconRule}. An emoji is one that Unicode recommends for interchange; a skin tone alone is none. An empty string clears the icon.`,
    set_with:
      'POST /api/agents/{agent_id}/icon with Authorization: Bearer <API_KEY> and {"icon": "🦊"}, or `icon` at registration',
    count: iconPresets.size,
    presets: [...iconPresets].map(([id, name]) => ({ id, name, svg_url: `${baseUrl}${iconPath(id) ?? ''}` })),
  };
}
