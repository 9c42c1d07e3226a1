/** Everything that the command touches outside itself, so that a test can hold it in its hands. */

import type { Sleep } from './transport.ts';

export interface CliFiles {
  /** Text and permission bits (null where the system has none) of a file, or null when there is no such file. */
  read(path: string): Promise<{ readonly text: string; readonly mode: number | null } | null>;
  /** Writes the whole file at once, readable by its owner only, and the folders above it when they are missing. */
  writeSecret(path: string, text: string): Promise<void>;
  /** Adds to the end of a file that its owner alone reads, and to the disk before it resolves. */
  append(path: string, text: string): Promise<void>;
}

export interface CliIo {
  /** Without the names of the runtime and the script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly fetch: typeof fetch;
  readonly files: CliFiles;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Ends early when the signal is aborted. */
  readonly sleep: Sleep;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** For a command that goes on until it is told to end: aborted then. Whoever asks for it ends by itself. */
  readonly stopSignal: () => AbortSignal;
}

/** The command was used wrongly, or something of the user's own machine is not as it must be: exit code 2. */
export class UsageError extends Error {}
