/** The text of every page of the service, with the ones that are not found. */
import type { Board } from 'papertape-contract/board';
import type { AgentView } from 'papertape-contract/bot';
import type { StatusView } from 'papertape-contract/status';
import { features } from '../../src/app.ts';
import { pagesOf } from '../../src/feature/feature.ts';
import type { Services } from '../../src/web/services.ts';
import { get, okJson } from './http.ts';
import type { League } from './league.ts';

/** @param bot whose page, and whose maker's, are among them. */
export async function everyPage(
  league: League,
  bot: string,
): Promise<readonly (readonly [path: string, text: string])[]> {
  const { maker_id: maker } = okJson<AgentView>(await get(league, `/api/agents/${bot}`));
  const { last_mark: mark } = okJson<StatusView>(await get(league, '/api/status'));
  const { as_of: close } = okJson<Board>(await get(league, '/api/leaderboard?league=spot_crypto'));
  const given: Readonly<Record<string, string>> = {
    agent_id: bot,
    maker_id: maker,
    league: 'spot_crypto',
    folder: 'bots',
    document: 'README',
    reference: 'none',
    week: 'none',
    date: close?.slice(0, 10) ?? 'none',
    mark: mark ?? 'none',
    id: 'none',
    product: 'verified_badge',
    round: 'none',
    order_id: 'none',
  };
  const paths = pagesOf<Services>(features).map(({ path }) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '?'),
  );
  if (paths.length < 7 || paths.join().includes('?')) throw new Error(`a page is missing: ${paths.join(' ')}`);
  const all = [
    ...paths,
    '/bots/agt_0000000000000000',
    '/recover/none',
    '/contact/none',
    '/newsletter/confirm/none',
    '/alerts/stop/none',
  ];
  return await Promise.all(all.map(async (path) => [path, (await get(league, path)).text] as const));
}
