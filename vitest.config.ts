import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**'];

/** Tests on a local chain that open no database, or bring the service that opens one: once is enough. */
const chainAlone = [
  'example-onchain',
  'onchain-memory',
  'onchain-recover',
  'onchain-source',
  'onchain-speed',
  'pool-check',
  'recorded-days',
].map((name) => `server/test/chain/${name}.test.ts`);

/**
 * Three projects: `unit` needs nothing, `chain` a local chain, `db` opens a database. Which engine the last one opens is told by
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
          exclude: [...never, ...chainAlone, 'server/test/architecture/**'],
        },
      },
      { extends: true, test: { name: 'chain', include: chainAlone, exclude: never } },
    ],
  },
});
