/** The form of the page that enters a bot, read into a registration; and which field a refusal is about. */
import { ApiError, type ErrorCode } from 'papertape-contract/errors';
import type { RegisterRequest } from 'papertape-contract/registration';
import type { FieldFault, FormRead } from '../html/form-field.tsx';
import { readForm, type FormHow } from '../html/read-form.ts';
import { registerForm } from './icon-form.ts';

export type ReadForm = FormRead<RegisterRequest>;

/** A bot that follows another is entered by a program: it needs the other one's key. */
const fields = Object.keys(registerForm.shape).filter((name) => name !== 'supersedes');

const how: FormHow = {
  fields,
  sent({ pledge_pct: pledge, country, ...rest }) {
    return {
      ...rest,
      ...(country === undefined ? {} : { country: country.toUpperCase() }),
      ...(pledge === undefined ? {} : { pledge_pct: Number(pledge) }),
    };
  },
  needed: ['league'],
  choices: ['country', 'league'],
  refusals: { pledge_pct: 'It is no number from 0 to 100.' },
};

export function readRegisterForm(form: URLSearchParams): ReadForm {
  return readForm(registerForm, form, {}, how);
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
