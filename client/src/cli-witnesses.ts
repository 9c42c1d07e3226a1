/** The witnesses that a maker names on the command line, in a file or in the environment: no command goes on without them. */
import type { Options } from './cli-command.ts';
import { UsageError, type CliIo } from './cli-io.ts';
import { PapertapeError } from './errors.ts';
import { createWitnessCheck, type TrustedWitnesses } from './log-witnesses.ts';

/** The names are those of `papertape verify`. */
export const witnessOptions: Options = {
  witness: {
    type: 'string',
    multiple: true,
    value: 'VKEY',
    help: 'a witness that you trust, by its key; may be given several times (PAPERTAPE_TRUSTED_WITNESSES, commas between)',
  },
  witnesses: { type: 'string', value: 'FILE', help: 'more of them, one key on each line' },
  'witnesses-needed': {
    type: 'string',
    value: 'N',
    help: 'how many of them must have cosigned (PAPERTAPE_TRUSTED_WITNESSES_NEEDED; 1)',
  },
};

export type WitnessValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/**
 * The keys of the command line are taken instead of those of the environment.
 * @returns undefined when none is named.
 * @throws UsageError when one is no key of a witness, or more are needed than are named.
 */
export async function readWitnesses(io: CliIo, values: WitnessValues): Promise<TrustedWitnesses | undefined> {
  const { witness, witnesses: file, 'witnesses-needed': option } = values;
  const isOfEnvironment = witness === undefined && file === undefined;
  const named = Array.isArray(witness) ? (witness as readonly string[]) : [];
  const keys = isOfEnvironment
    ? listed(io.env['PAPERTAPE_TRUSTED_WITNESSES'] ?? '', ',')
    : [...named, ...(typeof file === 'string' ? await keysOf(io, file) : [])];
  const needed = typeof option === 'string' ? option : io.env['PAPERTAPE_TRUSTED_WITNESSES_NEEDED'] || undefined;
  if (isOfEnvironment && keys.length === 0 && needed === undefined) return undefined;
  const trusted = { keys, needed: needed === undefined ? 1 : Number(needed) };
  try {
    createWitnessCheck(trusted);
  } catch (error) {
    if (!(error instanceof PapertapeError)) throw error;
    throw new UsageError(
      `${error.detail} Each key is one line such as witness.example+5d1c0b7e+BJ0xk…, as whoever runs the witness tells it.`,
    );
  }
  return trusted;
}

async function keysOf(io: CliIo, path: string): Promise<string[]> {
  const file = await io.files.read(path);
  if (file === null) throw new UsageError(`There is no file ${path} with keys of witnesses.`);
  return listed(file.text, '\n').filter((line) => !line.startsWith('#'));
}

function listed(text: string, between: string): string[] {
  return text
    .split(between)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
