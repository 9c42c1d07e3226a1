/** The form of the page that enters a bot, read into a registration; and which field a refusal is about. */
import { ApiError, type ErrorCode } from 'papertape-contract/errors';
import type { RegisterRequest } from 'papertape-contract/registration';
import type { FieldFault, FormRead } from '../html/form-field.tsx';
import { registerForm } from './icon-form.ts';

export type ReadForm = FormRead<RegisterRequest>;

/** A bot that follows another is entered by a program: it needs the other one's key. */
const fields = Object.keys(registerForm.shape).filter((name) => name !== 'supersedes');

/** Fields that are left empty are absent. A field that stands twice counts once, as it stands first. */
export function readRegisterForm(form: URLSearchParams): ReadForm {
  const said: Record<string, string> = {};
  for (const name of fields) {
    const value = form.get(name) ?? '';
    if (value.trim() !== '') said[name] = value.replaceAll('\r\n', '\n');
  }
  const { pledge_pct: pledge, country, ...rest } = said;
  const sent = {
    ...rest,
    ...(country === undefined ? {} : { country: country.trim().toUpperCase() }),
    ...(pledge === undefined ? {} : { pledge_pct: Number(pledge) }),
  };
  const read = registerForm.safeParse(sent);
  if (read.success && said['league'] !== undefined) return { said, request: read.data, faults: [] };
  const faults = new Map<string, FieldFault>();
  if (said['league'] === undefined) faults.set('league', missing('league'));
  for (const issue of read.error?.issues ?? []) {
    const field = String(issue.path[0] ?? 'name');
    if (faults.has(field)) continue;
    faults.set(field, said[field] === undefined ? missing(field) : refused(field, issue.message));
  }
  return { said, request: undefined, faults: [...faults.values()] };
}

function missing(field: string): FieldFault {
  return { field, detail: 'It is empty.', fix: choices.includes(field) ? 'Choose one.' : 'Fill it in.' };
}

const choices: readonly string[] = ['country', 'league'];

function refused(field: string, rule: string): FieldFault {
  return {
    field,
    detail: field === 'pledge_pct' ? 'It is no number from 0 to 100.' : `It ${rule}.`,
    fix: 'Change it.',
  };
}

const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  name_taken: 'name',
  name_reserved: 'name',
  unknown_league: 'league',
  league_full: 'league',
  league_hidden: 'league',
  maker_limit: 'contact',
  banned: 'contact',
  wrong_contact_key: 'contact_key',
};

/** @returns undefined where a failure is about no field: it is answered as a page of its own. */
export function faultOfError(e: unknown): FieldFault | undefined {
  if (!(e instanceof ApiError)) return undefined;
  // The refusal of a text begins with the member.
  const field = e.code === 'text_refused' ? e.message.split(' ')[0] : fieldOfCode[e.code];
  return field === undefined ? undefined : { field, detail: e.message, fix: e.fix };
}
