/** The one place that reads the process's environment. */
import type { Environment } from './config.ts';

export function environment(): Environment {
  return process.env;
}
