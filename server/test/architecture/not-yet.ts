import type { Rule } from './fences.ts';

/** Files that break a rule and are being mended. The list only shrinks; the rules hold for every other file. */
export const notYet: { readonly [rule in Rule]?: readonly string[] } = {
  'file-size': ['server/src/app.ts', 'server/src/web/http.ts'],
  'function-size': [
    'client/src/client.ts',
    'server/src/app.ts',
    'server/src/backtest/market.ts',
    'server/src/engine/finality.job.ts',
    'server/src/events/streams.ts',
    'server/src/sources/onchain/onchain.ts',
    'server/src/sources/simulated/simulated.ts',
    'server/src/web/http.ts',
    'server/src/web/mcp/server.ts',
    'server/src/web/metrics.ts',
    'server/src/web/routes/page-routes.ts',
  ],
  'jobs-have-few-callers': ['server/src/web/routes/deps.ts'],
};
