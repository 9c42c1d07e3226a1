/**
 * The examples of a Markdown file, taken out and run against a league. Blocks tagged bash, js, ts, python and json are examples, others are not.
 *
 * A comment on the lines before a block says more:
 *
 *     <!-- not run: REASON -->       it is left out
 *     <!-- run if: PROGRAM -->       it is left out on a machine without that program
 *     <!-- clock: 40 minutes -->     the clock of the league is stepped before it
 *     <!-- clock runs -->            and while it runs
 *     <!-- expect: TEXT -->          its output has that text
 *     <!-- order -->                 ID, KEY and ORDER are those of a bot of ann@example.com with a filled order
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { untilEnded, type Ended } from './command.ts';
import type { League, Span } from './league.ts';
import { pythonPath } from './python.ts';
import { patienceMs } from './patience.ts';

export const repository = resolve(import.meta.dirname, '../../..');
const client = join(repository, 'client/dist');
const main = join(repository, 'server/dist/main.js');
/** Where the documents say that the league is. */
const documented = 'http://127.0.0.1:4000';

export interface Example {
  readonly language: (typeof languages)[number];
  readonly code: string;
  readonly line: number;
  readonly notRun: string | undefined;
  readonly runIf: string | undefined;
  readonly clock: Span | undefined;
  readonly clockRuns: boolean;
  readonly expect: readonly string[];
  readonly order: boolean;
}

const languages = ['bash', 'js', 'ts', 'python', 'json'] as const;
const untagged = ['sh', 'shell', 'typescript', 'javascript', 'py'];

/** Throws on a tag that would silently not be run, and on a comment that is no directive. */
export function examplesOf(markdown: string): Example[] {
  const examples: Example[] = [];
  let comments: string[] = [];
  const lines = markdown.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const comment = /^<!-- (.*) -->$/.exec(line)?.[1];
    const fence = /^```(\w*)$/.exec(line)?.[1];
    if (comment !== undefined) comments.push(comment);
    else if (fence === undefined) comments = line.trim() === '' ? comments : [];
    else {
      const end = lines.indexOf('```', i + 1);
      const code = lines.slice(i + 1, end).join('\n');
      if (untagged.includes(fence)) throw new Error(`line ${i + 1}: tag it bash, js, ts, python or json, not ${fence}`);
      const language = languages.find((l) => l === fence);
      if (language) examples.push(example(language, code, i + 1, comments));
      comments = [];
      i = end;
    }
  }
  return examples;
}

function example(language: Example['language'], code: string, line: number, comments: readonly string[]): Example {
  const after = (name: string): string[] =>
    comments.filter((c) => c.startsWith(`${name}: `)).map((c) => c.slice(name.length + 2));
  for (const c of comments) {
    if (!/^(not run|run if|clock|expect): .|^(clock runs|order)$/.test(c))
      throw new Error(`line ${line}: "${c}" is no directive`);
  }
  const step = /^(\d+) (minutes|hours|days)$/.exec(after('clock')[0] ?? '');
  return {
    language,
    code,
    line,
    notRun: after('not run')[0],
    runIf: after('run if')[0],
    clock: step ? { [step[2] as string]: Number(step[1]) } : undefined,
    clockRuns: comments.includes('clock runs'),
    expect: after('expect'),
    order: comments.includes('order'),
  };
}

/** `ENTRY=$(openssl rand -hex 16)`: what the command says is kept under the name. */
const computedName = /^([A-Z_]+)=(\$\(.+\))(?=$|\s+#)/;

/** A reader who follows a document from its first example to its last. */
export interface Reader {
  /** Throws when the example does not do what it should. @returns false when this machine lacks what it needs. */
  follow(example: Example): Promise<boolean>;
  readonly env: Record<string, string>;
  end(): void;
}

export function createReader(league: League, more: Readonly<Record<string, string>> = {}): Reader {
  const home = mkdtempSync(join(tmpdir(), 'papertape-reader-'));
  const env: Record<string, string> = {
    PATH: `${join(repository, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    PAPERTAPE_URL: league.url,
    PYTHONPATH: join(repository, 'python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
    ...more,
  };
  const served = (text: string): string => text.replaceAll(documented, league.url);

  async function run(command: string, args: readonly string[], clockRuns: boolean): Promise<Ended> {
    const child = spawn(command, args, {
      cwd: repository,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patienceMs,
    });
    return await untilEnded(child, clockRuns ? league : undefined);
  }

  async function followBash(code: string, clockRuns: boolean): Promise<string> {
    let output = '';
    for (const statement of statements(served(code))) {
      if (take(statement)) continue;
      const prelude = `papertape-bot() { node ${join(client, 'cli.js')} "$@"; }\npapertape() { node ${main} "$@"; }`;
      const asked = statement.replace(computedName, 'printf %s "$2" # ');
      const ran = await run('bash', ['-euo', 'pipefail', '-c', `${prelude}\n${asked}`], clockRuns);
      if (ran.code !== 0) throw new Error(`${statement}\nexit ${ran.code}\n${ran.stdout}${ran.stderr}`);
      const computed = computedName.exec(statement)?.[1];
      if (computed !== undefined) {
        env[computed] = ran.stdout;
        continue;
      }
      learn(statement, ran.stdout);
      output += ran.stdout;
    }
    return output;
  }

  /** Assignments are kept for the statements after them; `KEY=ptk_...` stands for what the answer before has said. */
  function take(statement: string): boolean {
    if (/^papertape(-bot)?\(\)/.test(statement)) return true;
    const assignment = /^(?:export )?([A-Z_]+)=(\S+)(?:\s+#.*)?$/.exec(statement);
    if (!assignment) return false;
    const [, name = '', value = ''] = assignment;
    if (!value.endsWith('...')) env[name] = value;
    else if (!env[name]?.startsWith(value.slice(0, 4)))
      throw new Error(`${statement}: no answer before it told ${name}`);
    return true;
  }

  function learn(statement: string, stdout: string): void {
    if (!statement.includes('curl')) return;
    if (!stdout.startsWith('{')) return;
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    if ('error' in answer) throw new Error(`${statement}\n${stdout}`);
    if (typeof answer['api_key'] === 'string') Object.assign(env, { ID: answer['agent_id'], KEY: answer['api_key'] });
    if (typeof answer['order_id'] === 'string') env['ORDER'] = answer['order_id'];
  }

  async function followScript({ language, code, clockRuns }: Example): Promise<string> {
    const isPython = language === 'python';
    const file = join(home, isPython ? 'example.py' : `example.m${language}`);
    const imported = code.replace("'papertape-client'", JSON.stringify(pathToFileURL(join(client, 'index.js')).href));
    writeFileSync(file, served(imported));
    env['URL'] = league.url;
    const ran = await run(isPython ? (pythonPath ?? 'python3') : 'node', [file], clockRuns);
    if (ran.code !== 0) throw new Error(`${code}\nexit ${ran.code}\n${ran.stdout}${ran.stderr}`);
    return ran.stdout;
  }

  async function filledOrder(): Promise<void> {
    const bot = await league.enter({ contact: 'ann@example.com' });
    const { order_id } = await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.3 }, { reason: 'an example' });
    await league.advance({ minutes: 40 });
    Object.assign(env, { ID: bot.id, KEY: bot.key, ORDER: order_id });
  }

  return {
    env,
    async follow(e) {
      if (e.notRun !== undefined || (e.runIf !== undefined && !isThere(e.runIf))) return false;
      if (e.order) await filledOrder();
      if (e.clock) {
        // What is done by itself beside a running clock.
        await league.app.deps.rounds.run();
        await league.advance(e.clock);
      }
      if (e.language === 'json') {
        JSON.parse(e.code);
        return true;
      }
      const output = await (e.language === 'bash' ? followBash(e.code, e.clockRuns) : followScript(e));
      for (const text of e.expect)
        if (!output.includes(text)) throw new Error(`no "${text}" in the output:\n${output}`);
      return true;
    },
    end: () => rmSync(home, { recursive: true, force: true }),
  };
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Lines, those that end in a backslash or inside a quote joined with what follows. */
export function statements(code: string): string[] {
  const found: string[] = [];
  let current = '';
  for (const line of code.split('\n')) {
    current += `${current === '' ? '' : '\n'}${line}`;
    if (line.endsWith('\\') || isInsideQuote(current)) continue;
    if (!/^\s*(#.*)?$/.test(current)) found.push(current.trim());
    current = '';
  }
  if (current !== '') throw new Error(`this never ends:\n${current}`);
  return found;
}

function isInsideQuote(text: string): boolean {
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c === '\\' && quote !== "'") i++;
    else if (quote === '' && c === '#' && /\s/.test(text[i - 1] ?? ' ')) i = endOfLine(text, i);
    else if (quote === '' && (c === '"' || c === "'")) quote = c;
    else if (c === quote) quote = '';
  }
  return quote !== '';
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}
