/**
 * What `.ci/run` does on the embedded engine alone: test files that open a database and ask nothing of it that others do not ask, too. Each
 * statement of the service is to be run on both engines by the others, and `npm run test:postgres` runs all of these on PostgreSQL as well: that is
 * for whoever changes the storage, and takes about three quarters of an hour.
 *
 * A pattern is a path from the root of the repository, as `glob` reads it.
 */
export const oneEngineIsEnough: readonly string[] = [
  // They open both engines by themselves, and compare them.
  'server/test/acceptance/copies.*',
  'server/test/scenarios/rounds-of-tasks/week.*',
  // They open the embedded engine, whatever the suite is asked for.
  'server/test/scenarios/service/demo.*',
  // Programs that know the service by its HTTP alone: the clients, the examples, what makes a proof again, readers of the log.
  'server/test/acceptance/run-kill.*',
  'server/test/scenarios/{client,deploy,manual,published,tamper}/*',
  'server/test/scenarios/house/solvers.*',
  'server/test/scenarios/log/late-readers.*',
  'server/test/scenarios/prices/market-window.*',
  'server/test/scenarios/proof/{monitor,recompute,verify}.*',
  'server/test/scenarios/rounds-of-tasks/{commands,packs,page-alone,phrases,recompute,verify,weeks,workbook}.*',
  // The way of a request before anything is stored, and of an answer after it was read.
  'server/src/web/rate-limit/*',
  'server/test/acceptance/query-memory.*',
  'server/test/hostile/{beside,headers}.*',
  'server/test/scenarios/mcp/*',
  'server/test/scenarios/pages/*',
  'server/test/scenarios/slips/*',
  'server/test/scenarios/web/{abuse,abuse-http,get-contract,http-face,kept-once,limits-store,slow-clients,unknown-parameters}.*',
  // Each of the task leagues, by the statements that `http`, `life`, `practice` and others of their folder run on PostgreSQL for some of them.
  'server/test/scenarios/rounds-of-tasks/open-leagues.*',
  // Some 500 texts at each field: what an engine could make of them otherwise, the fuzz and the JSON suite send there, too.
  'server/test/hostile/naughty-strings.*',
  // Arithmetic and generators, which know no engine, over a real or a long time.
  'server/test/acceptance/replay-august.*',
  'server/test/scenarios/backtest/*',
  'server/test/scenarios/rounds-of-tasks/running-clock.*',
];

/** Files that hold a time or the memory of a process so near to a limit that they are run when no other test has the machine. */
export const measured: readonly string[] = ['server/test/acceptance/idle.needs-process.db.test.ts'];

/** Files without a database of the engine's that hold what happens within some time of the wall clock against a limit: they are run alone, too. */
export const alone: readonly string[] = [
  'server/test/scenarios/payments/example.needs-process.test.ts',
  'server/test/scenarios/service/deploy.needs-postgres.test.ts',
  'server/test/scenarios/service/engines.needs-postgres.test.ts',
  'server/test/scenarios/service/readers.needs-postgres.test.ts',
  'server/test/scenarios/service/replica.needs-postgres.test.ts',
];

/** Files that take longer than half a minute are begun before the others, so that none of them runs alone at the end. */
export const longest: readonly string[] = [
  'rounds-of-tasks/open-leagues',
  'rounds-of-tasks/running-clock',
  'service/demo',
  'acceptance/replay-august',
  'tamper/tamper',
  'hostile/naughty-strings',
  'service/restart',
  'acceptance/kill-nine',
  'acceptance/kill-rounds',
  'acceptance/copies',
  'acceptance/run-kill',
  'client/examples',
  'client/run-refusals',
  'client/new-bot',
  'simulation/random-leagues',
  'proof/recompute',
  'proof/verify',
  'hostile/fuzz',
  'backup/daily',
  'log/outage',
  'rounds-of-tasks/http',
  'audit/audit',
  'backup/copies',
];
