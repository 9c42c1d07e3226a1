/**
 * `papertape --help | head` closes the pipe before all is written. The process then ends without a word, as one that the signal SIGPIPE ends:
 * with exit code 141, since what it had to say, such as what an audit found, was not heard to the end.
 */
export function endAtClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (e: NodeJS.ErrnoException) => {
      if (e.code === 'EPIPE') process.exit(141);
      // A full disk below the log does not end a service, which hears of it itself.
      if (stream.listenerCount('error') === 1) throw e;
    });
}
