/**
 * Opens a witness: its state and its key, which are made together at the first start and belong together from then on. A key without
 * the state that goes with it could cosign a fork of what it cosigned before, so such a pair is refused.
 */
import { dirname, resolve } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { makePrivateFolder } from '../lib/private-file.ts';
import { SetupError } from '../lib/setup-error.ts';
import { messageOf } from '../lib/text.ts';
import { lockEmbedded, type InstanceLock } from '../storage/instance-lock.ts';
import { createSigner, formatKey, isKeyName, type NoteSigner } from '../tlog/note.ts';
import { readKeyFile, writeKeyFile } from './key-file.ts';
import type { LogList } from './log-list.ts';
import { createWitness, type Witness } from './witness.ts';
import { openWitnessState, type WitnessState } from './witness-state.sql.ts';

export interface WitnessOptions {
  /** Folder of the state. */
  readonly dataDir: string;
  /** Outside of that folder, so that a copy of the state holds no key. */
  readonly keyFile: string;
  /** Of the key: undefined takes that of the key file, or `standardName` at the first start. */
  readonly name: string | undefined;
  readonly standardName: string;
  readonly logs: LogList;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OpenWitness extends Witness {
  close(): Promise<void>;
}

/** @throws SetupError for every fault that the operator can mend. */
export async function openWitness(options: WitnessOptions): Promise<OpenWitness> {
  const { dataDir, keyFile, logs, clock, log } = options;
  if (resolve(keyFile).startsWith(`${resolve(dataDir)}/`))
    throw new SetupError(
      `The key file ${keyFile} is in the data folder ${dataDir}.`,
      'Set --key to a file elsewhere: a copy of the state must not hold the key.',
    );
  const places = 'Set --data and --key to places that this user may make and write to.';
  for (const folder of [dataDir, dirname(resolve(keyFile))]) makePrivateFolder(folder, 'The folder', places);
  const lock = lockFolder(dataDir);
  let state: WitnessState | undefined;
  try {
    const held = (state = openState(dataDir));
    const witness = createWitness({ state: held, signer: openKey(held, options), logs, clock, log });
    return {
      ...witness,
      async close() {
        held.close();
        await lock.release();
      },
    };
  } catch (e) {
    state?.close();
    await lock.release();
    throw e;
  }
}

/**
 * The key and the state hold each other's names. The state is told of a new key before the key's file is written, and nothing is cosigned
 * before both are on the disk: a first start that was cut off leaves a state without a key that has cosigned nothing, and is begun again.
 */
function openKey(state: WitnessState, { dataDir, keyFile, name, standardName }: WitnessOptions): NoteSigner {
  const held = readKeyFile(keyFile);
  if (held) {
    if (state.readVkey() !== formatKey(held.key))
      throw new SetupError(
        `The state in ${dataDir} is not that of the key in ${keyFile}. With this key another tree may have been cosigned, of which this state knows nothing.`,
        'Set --data and --key to the two that belong together. If the state is lost, begin a new witness with another key file, and tell its key to the leagues.',
      );
    if (name !== undefined && name !== held.key.name)
      throw new SetupError(
        `The name of this witness is "${held.key.name}" and cannot become "${name}": the name is part of its key.`,
        'Leave --name out; or begin a new witness: another data folder and another key file.',
      );
    return held;
  }
  if (state.allCosigned().length > 0)
    throw new SetupError(
      `The key file ${keyFile} is not there, but the state in ${dataDir} has cosigned with it.`,
      'Put the file back from a copy, or set --key to it. If it is lost, begin a new witness: another data folder, and tell its key to the leagues.',
    );
  const chosen = name ?? standardName;
  if (!isKeyName(chosen))
    throw new SetupError(
      `"${chosen}" cannot be the name of a witness.`,
      'Give --name an address without its scheme, such as witness.example: no spaces and no "+".',
    );
  const signer = createSigner(chosen, 'cosignature');
  state.writeVkey(formatKey(signer.key));
  writeKeyFile(keyFile, signer);
  return signer;
}

function openState(dataDir: string): WitnessState {
  try {
    return openWitnessState(dataDir);
  } catch (e) {
    throw new SetupError(
      `The state in ${dataDir} cannot be read: ${messageOf(e)}`,
      'Put no older copy back, since it may not know what was cosigned last. If the disk cannot be mended, begin a new witness: another data folder and another key file.',
    );
  }
}

function lockFolder(dataDir: string): InstanceLock {
  try {
    return lockEmbedded(dataDir);
  } catch (e) {
    if (!(e instanceof SetupError)) throw e;
    throw new SetupError(
      e.message,
      'Stop that process, or give this one a data folder and a key file of its own: --data and --key.',
    );
  }
}
