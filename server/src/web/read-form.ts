/** What an operation that is asked by a page's form does with it (html/read-form.ts reads it). */
import { ApiError } from 'papertape-contract/errors';
import { raw, type RawReply } from 'papertape-contract/replies';
import type { JSX } from 'preact';
import { viewField, type FieldFault } from '../html/form-field.tsx';
import { htmlType, page as html, pageHeaders, type PageFrame } from '../html/layout.tsx';

/** What the page made for its view; undefined when the form is none of its own. Then nothing tells a repetition. */
export function viewOf(form: URLSearchParams): string | undefined {
  const view = form.get(viewField) ?? '';
  return /^[0-9a-f]{32}$/.test(view) ? view : undefined;
}

/** The page of a form that was refused, with what its fields said: it took nothing. @param element with a view of its own. */
export function formAgain(element: JSX.Element, frame: PageFrame): RawReply {
  const headers = { ...pageHeaders, 'Content-Type': htmlType, 'X-Robots-Tag': 'noindex' };
  return raw(400, headers, html(element, frame));
}

/**
 * The refusal of a request, at the field that it is about.
 * @param fields the form's. @param ofCode by the code of the error, where its words do not begin with the field.
 * @returns undefined where it is about no field.
 */
export function faultOfRefusal(
  e: unknown,
  fields: readonly string[],
  ofCode: Readonly<Record<string, string>>,
): FieldFault | undefined {
  if (!(e instanceof ApiError)) return undefined;
  // The refusal of a text, and of what is missing, begins with the member.
  const named = e.message.split(' ')[0] ?? '';
  const field = ofCode[e.code] ?? (fields.includes(named) ? named : undefined);
  return field === undefined ? undefined : { field, detail: e.message, fix: e.fix };
}
