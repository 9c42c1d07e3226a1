/** Mails that lie in the folder `outbox` of the data, where no SMTP server is set: found by whom they are to or from whom they came. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export function outboxFolder({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'outbox');
}

export interface LyingMail {
  /** Name of the file in the folder. */
  readonly file: string;
  readonly text: string;
}

/** @param isTheirs is told the address that a mail is to, and the one that answers to it go to: a sponsor's, in a mail to the operator. */
export async function mailsInOutbox(folder: string, isTheirs: (address: string) => boolean): Promise<LyingMail[]> {
  const found: LyingMail[] = [];
  for (const file of await filesIn(folder)) {
    const text = await textOf(join(folder, file));
    if (text !== undefined && addressesOf(text).some(isTheirs)) found.push({ file, text });
  }
  return found;
}

export async function deleteFromOutbox(folder: string, mails: readonly LyingMail[]): Promise<void> {
  for (const { file } of mails) await rm(join(folder, file), { force: true });
}

/** Also what a process that ended left half written. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /\.eml(?:\.part)?$/.test(name)).sort();
  } catch (e) {
    if ((e as { code?: string }).code === 'ENOENT') return [];
    throw e;
  }
}

/** Undefined where the operator's own tool has taken it meanwhile. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (e) {
    if ((e as { code?: string }).code === 'ENOENT') return undefined;
    throw e;
  }
}

/** The addresses of the headers `To` and `Reply-To`, which may go on in lines that begin with a space. */
function addressesOf(mail: string): string[] {
  const [head = ''] = mail.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').matchAll(/^(?:Reply-)?To:(.*)$/gim);
  return [...lines].map(([, to = '']) => (/<([^<>]+)>/.exec(to)?.[1] ?? to).trim());
}
