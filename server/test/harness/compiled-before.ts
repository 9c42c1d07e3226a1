import { fileURLToPath } from 'node:url';

/**
 * For the environment of a service that a test starts: what V8 compiled for the ones before it is kept, which spares each start a quarter of its processor
 * time. The product goes without for `serve` (server/src/main.ts says why), so a test that measures a service does, too: it sets this to ''.
 */
export const compiledBefore: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/papertape', import.meta.url)),
};
