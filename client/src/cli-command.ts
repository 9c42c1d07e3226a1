/** What a command is, and what it is given. */
import type { Client } from './client.ts';
import type { ClientOptions } from './client-types.ts';
import type { Identity } from './cli-credentials.ts';
import type { CliIo } from './cli-io.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  /** It may be given several times. */
  readonly multiple?: boolean;
  /** What stands for the value in the help, such as FILE. */
  readonly value?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What follows the name, such as `[ORDER_ID]`. */
  readonly operands?: string;
  /** Most positional arguments. */
  readonly operandsMax?: number;
  readonly options: Options;
  /** More for `--help` of this command. */
  readonly notes?: string;
  /** @returns the exit code. */
  run(context: CommandContext): Promise<number>;
}

export interface CommandContext {
  readonly io: CliIo;
  readonly url: string;
  readonly credentials: string;
  readonly operands: readonly string[];
  /** Value of a string option. */
  text(option: string): string | undefined;
  /** Value of a string option that has to be a whole number of 1 or more. */
  count(option: string): number | undefined;
  flag(option: string): boolean;
  /** The bot to act for; a usage error without one. */
  identity(): Promise<Identity>;
  /** The bot to act for, if it is clear which. */
  identityIfAny(): Promise<Identity | undefined>;
  /** @param more options of the client that are other than usual. */
  client(identity?: Identity, more?: Partial<ClientOptions>): Client;
  /** Prints the answer: `human` as it is, or the raw one with --json. */
  print(answer: unknown, human: () => string): void;
}

export const pageOption: Option = { type: 'string', value: 'N', help: 'page, from 1' };
export const perPageOption: Option = { type: 'string', value: 'N', help: 'rows on a page, at most 100' };

/** Says where prices come from when they are not those of the real market of now. */
export function priceNote(source: { readonly kind: string; readonly live: boolean; readonly note: string }): string {
  return source.live ? '' : `Prices: ${source.kind}. ${source.note}\n`;
}

export function pageNote(page: { readonly page: number; readonly pages: number; readonly total: number }): string {
  return page.pages > 1 ? `Page ${page.page} of ${page.pages}, ${page.total} in all.\n` : '';
}
