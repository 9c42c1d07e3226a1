#!/usr/bin/env node
/** papertape-bot: hands the process over to runCli. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeFiles } from './cli-files.ts';
import { runCli } from './cli-run.ts';

// `papertape-bot leaderboard | head` closes the pipe early: it ends without a word, as a process does that SIGPIPE ends.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 141 : 1);
  });

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  fetch,
  files: nodeFiles,
  now: Date.now,
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  },
  random: Math.random,
  stopSignal() {
    const stop = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
    return stop.signal;
  },
});
