/**
 * What a process holds that it needs: its main thread's heap and the bytes of its buffers, after everything that nobody refers to is collected.
 * What the system counts as its memory is a multiple of that and depends on when it collected last.
 *
 *     const port = await freePort();
 *     const service = await startService({ ...env, ...inspected(port) });
 *     const megabytes = await liveMb(port);
 */

/** The settings with which a process can be asked on a port of this machine. */
export function inspected(port: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
}

interface Answer {
  readonly id: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

/** @throws {Error} when nobody can be asked there. */
export async function liveMb(port: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', () => failed(new Error(`nobody can be asked on port ${port}`)));
  });
  let last = 0;
  const ask = (method: string, params: object = {}): Promise<Answer> =>
    new Promise((answered) => {
      const id = ++last;
      const listen = ({ data }: MessageEvent<string>): void => {
        const answer = JSON.parse(data) as Answer;
        if (answer.id !== id) return;
        socket.removeEventListener('message', listen);
        answered(answer);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  try {
    // What the first one lets go of is collected by the second.
    for (let round = 0; round < 2; round++) await ask('HeapProfiler.collectGarbage');
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
    const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
    return (result?.result?.value as number) / 1024 / 1024;
  } finally {
    socket.close();
  }
}
