/** The witnesses that a reader names: options of `papertape verify` and `papertape monitor`. */
import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { SetupError } from '../lib/setup-error.ts';
import { readTrust, type Trust } from '../proof/check/trust.ts';
import { keysOfFile } from '../tlog/key-list.ts';

export interface TrustOptions {
  readonly witness?: readonly string[];
  readonly witnesses?: string;
  readonly witnessesNeeded?: string;
}

export const withTrustOptions = (command: Command): Command =>
  command
    .option(
      '--witness <vkey>',
      'a witness that you trust: when it saw a mark counts, and what others say does not. May be given several times; without any, the witnesses that the league names count',
      (vkey: string, all: readonly string[]) => [...all, vkey],
      [] as readonly string[],
    )
    .option('--witnesses <file>', 'more of them, the key of one on each line; lines that begin with # are comments')
    .option('--witnesses-needed <number>', 'how many of them must have cosigned a mark in time; 1');

/** @throws SetupError when there is no such file, or one is no key of a witness. */
export function trustOf({ witness = [], witnesses: file, witnessesNeeded }: TrustOptions): Trust | undefined {
  if (file !== undefined && !existsSync(file))
    throw new SetupError(`There is no file ${file}.`, 'Name a file with the key of a witness on each line.');
  const ofFile = file === undefined ? [] : keysOfFile(readFileSync(file, 'utf8'), file);
  return readTrust([...witness.map((vkey) => ({ vkey, where: '--witness' })), ...ofFile], witnessesNeeded);
}
