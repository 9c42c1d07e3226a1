import { page } from '../feature/page.ts';
import { ReportPage } from '../pages/report-page.tsx';
import type { ReadDeps } from '../read/deps.ts';
import { strategyReport } from '../read/report-view.ts';
import type { Payments } from './open-payments.ts';
import { reportedBot } from './report.ts';

type Deps = Pick<ReadDeps, 'db' | 'market' | 'baseUrl'> & { readonly payments: Payments };

export const reportPage = page({
  path: '/pay/{reference}/report',
  find: ({ params }, { db, payments }: Deps) => reportedBot(db, payments, params.reference),
  async make({ found: bot, params: { reference } }, { db, market, baseUrl }: Deps) {
    const report = await strategyReport(db, bot, { reference, priceSource: market.info, baseUrl: baseUrl() });
    return <ReportPage report={report} />;
  },
});
