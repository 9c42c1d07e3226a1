/** The judge of transparency logs (transparency-log/main.go): built once by the machine's Go, without a network, and asked line by line. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Where Debian's golang-golang-x-mod-dev puts what others import. */
const goPath = '/usr/share/gocode';
const source = fileURLToPath(new URL('./transparency-log/main.go', import.meta.url));

export type Question = { readonly op: string } & Readonly<Record<string, unknown>>;

export interface Judged {
  readonly ok: boolean;
  readonly why?: string;
  readonly size?: number;
  readonly root?: string;
  readonly vkey?: string;
  readonly skey?: string;
  readonly statuses?: readonly number[];
  readonly told?: readonly number[];
}

export interface GoJudge {
  ask(question: Question): Promise<Judged>;
  stop(): Promise<void>;
}

/** What is missing on this machine; undefined when the judge can be built. */
export function goProblem(): string | undefined {
  if (!existsSync(join(goPath, 'src/golang.org/x/mod/sumdb/tlog')))
    return 'golang-golang-x-mod-dev is not installed (Debian)';
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'golang-go is not installed (Debian)';
  }
}

/** @param folder where the program is built. */
export function startGoJudge(folder: string): GoJudge {
  const program = join(folder, 'judge');
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: goPath, GOFLAGS: '', GOTOOLCHAIN: 'local' };
  execFileSync('go', ['build', '-o', program, source], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const waiting: { readonly answered: (judged: Judged) => void; readonly failed: (e: Error) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.answered(JSON.parse(line) as Judged));
  child.on('close', () => {
    for (const { failed } of waiting.splice(0)) failed(new Error('the judge ended'));
  });
  return {
    ask: async (question) =>
      await new Promise((answered, failed) => {
        waiting.push({ answered, failed });
        child.stdin.write(`${JSON.stringify(question)}\n`);
      }),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
