import { limits } from 'papertape-contract/limits';
import { page } from '../feature/page.ts';
import { StatusPage } from '../pages/status-page.tsx';
import type { ReadDeps } from './deps.ts';
import { statusHistory } from './get-status-history.api.ts';
import { statusView } from './status-view.ts';

export const statusPage = page({
  path: '/status',
  async make(_, deps: ReadDeps) {
    const status = await statusView(deps.leagues, deps.version);
    return <StatusPage status={status} history={await statusHistory(deps, limits.statusDaysMax)} />;
  },
});
