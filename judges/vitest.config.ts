import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tools that others keep judge the service: `npm run judge`. README.md says what each does. */
export default defineConfig({
  test: {
    name: 'judges',
    root: resolve(import.meta.dirname, '..'),
    include: ['judges/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 0,
    allowOnly: !process.env['CI'],
  },
});
