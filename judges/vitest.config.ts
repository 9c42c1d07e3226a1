import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tools that others keep judge the service: `npm run judge`. README.md says what each does. */
export default defineConfig({
  test: {
    name: 'judges',
    root: resolve(import.meta.dirname, '..'),
    include: ['judges/*.test.ts'],
    // A browser and a service on a fast clock take two cores by themselves, and with more beside them the service refuses requests.
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 0,
    allowOnly: !process.env['CI'],
  },
});
