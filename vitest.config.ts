import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**'];

/**
 * Two projects: `unit` needs nothing, `db` opens a database. Which engine the second one opens is told by
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
          exclude: [...never, 'server/test/architecture/**'],
        },
      },
    ],
  },
});
