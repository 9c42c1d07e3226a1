/** The command that makes the folder of a bot, which runs as it is: the files are those of client/templates. */
import { access, cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './cli-command.ts';
import { UsageError } from './cli-io.ts';

/** Packages leave files out whose names begin with a dot, so they get it here. */
const dotted = ['gitignore', 'env.example'];

const next = {
  typescript: ['npm test', 'npm run backtest', 'npm run dry-run', 'npm start'],
  python: ['python3 -m unittest', 'python3 bot.py backtest', 'python3 bot.py dry-run', 'python3 bot.py run'],
} as const;

export const newCommand: Command = {
  name: 'new',
  summary: 'make the folder of a bot: a strategy, its test, its backtest',
  operands: 'FOLDER',
  operandsMax: 1,
  options: { python: { type: 'boolean', help: 'in Python, with the Python client beside it; else in TypeScript' } },
  async run(context) {
    const { io } = context;
    const [folder] = context.operands;
    if (folder === undefined) throw new UsageError('Name the folder, such as my-bot.');
    const language = context.flag('python') ? 'python' : 'typescript';
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0) throw new UsageError(`${folder} is not empty, and nothing was written.`);
    const templates = fileURLToPath(new URL(`../templates/${language}`, import.meta.url));
    await cp(templates, folder, { recursive: true, filter: isSource });
    if (language === 'python')
      await cp(await pythonClient(), join(folder, 'papertape'), { recursive: true, filter: isSource });
    for (const name of dotted) await rename(join(folder, name), join(folder, `.${name}`));
    io.stdout.write(
      `${folder} is there; README.md tells all. In it:\n${next[language].map((line) => `  ${line}\n`).join('')}`,
    );
    return 0;
  },
};

function isSource(path: string): boolean {
  return !path.includes('__pycache__');
}

/** The Python client: the package has it in its templates, and in the repository it stands where it is written. */
async function pythonClient(): Promise<string> {
  const packed = fileURLToPath(new URL('../templates/papertape', import.meta.url));
  const isPacked = await access(packed).then(
    () => true,
    () => false,
  );
  return isPacked ? packed : fileURLToPath(new URL('../../python/src/papertape', import.meta.url));
}
