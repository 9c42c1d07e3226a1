import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A browser, or a service on a fast clock, takes two cores by itself, and with more beside them the service refuses requests. */
const alone = [
  'checkout',
  'client-runtimes',
  'generated-client',
  'hostile-texts',
  'journeys',
  'operator-page',
  'otlp',
  'pages',
  'portman',
  'showcase',
  'site',
].map((name) => `judges/${name}.test.ts`);

/** Tools that others keep judge the service: `npm run judge`. README.md says what each does. */
export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '..'),
    // For the same reason as at vitest.config.ts.
    execArgv: ['--no-sparkplug'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 0,
    allowOnly: !process.env['CI'],
    projects: [
      { extends: true, test: { name: 'judges', include: ['judges/*.test.ts'], exclude: alone, maxWorkers: 2 } },
      { extends: true, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
