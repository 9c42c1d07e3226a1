/** Everything that the command touches outside itself, so that a test can hold it in its hands. */

export interface CliFiles {
  /** Text and permission bits (null where the system has none) of a file, or null when there is no such file. */
  read(path: string): Promise<{ readonly text: string; readonly mode: number | null } | null>;
  /** Writes the whole file at once, readable by its owner only, and the folders above it when they are missing. */
  writeSecret(path: string, text: string): Promise<void>;
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
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The command was used wrongly, or something of the user's own machine is not as it must be: exit code 2. */
export class UsageError extends Error {}
