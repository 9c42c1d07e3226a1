import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**'];

/** Tests that start processes or local chains and leave no choice of the database: once is enough. */
const once = [
  'acceptance/half-migrated',
  'chain/example-onchain',
  'chain/onchain-memory',
  'chain/onchain-recover',
  'chain/onchain-source',
  'chain/onchain-speed',
  'chain/pool-check',
  'chain/recorded-days',
  'scenarios/backtest',
  'scenarios/config',
].map((name) => `server/test/${name}.test.ts`);

/**
 * Three projects: `unit` needs nothing, `once` what a machine has, `db` opens a database. Which engine the last one opens is told by
 * PAPERTAPE_TEST_ENGINE (`sqlite`, the default, or `postgres`); server/test/harness reads it.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    retry: 0,
    allowOnly: !process.env['CI'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'server/src/**/*.test.{ts,tsx}',
            'contract/src/**/*.test.ts',
            'client/src/**/*.test.ts',
            'client/test/**/*.test.ts',
            'server/test/architecture/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...never, '**/*.db.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['**/*.db.test.{ts,tsx}', 'server/test/**/*.test.{ts,tsx}'],
          exclude: [...never, ...once, 'server/test/architecture/**'],
        },
      },
      { extends: true, test: { name: 'once', include: once, exclude: never } },
    ],
  },
});
