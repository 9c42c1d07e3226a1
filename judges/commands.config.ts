import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Commands over a furnished service: `npm run lighthouse` and `npm run pictures`. They take minutes, and no suite runs them. */
export default defineConfig({
  test: {
    name: 'commands',
    root: resolve(import.meta.dirname, '..'),
    include: ['judges/*.run.ts'],
    testTimeout: 4 * 3_600_000,
    hookTimeout: 600_000,
    retry: 0,
  },
});
