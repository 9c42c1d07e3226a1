/** The fields of a page's form, read by the schema of the request that they make, so that a form is refused for what a program would be. */
import type { z } from 'zod';
import type { FieldFault, FormRead } from './form-field.tsx';

/** Where a form is not just the fields of its request, as text. */
export interface FormHow {
  /** In place of all members. */
  readonly fields?: readonly string[];
  /** What is sent of the texts that were filled in. */
  readonly sent?: (said: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;
  /** Fields that have to be filled in here, though a program may leave them out. */
  readonly needed?: readonly string[];
  /** Fields that are chosen, and not written. */
  readonly choices?: readonly string[];
  /** What is said of a field that is wrong, where the rule of the schema says it to programs alone. */
  readonly refusals?: Readonly<Record<string, string>>;
}

/** Fields that are left empty are absent. A field that stands twice counts once, as it stands first. @param fixed members that no field holds. */
export function readForm<S extends z.ZodObject>(
  schema: S,
  form: URLSearchParams,
  fixed: Readonly<Record<string, unknown>> = {},
  how: FormHow = {},
): FormRead<z.output<S>> {
  const { fields = Object.keys(schema.shape), sent, needed = [], choices = [], refusals = {} } = how;
  const said: Record<string, string> = {};
  for (const name of fields) {
    const value = form.get(name) ?? '';
    if (value.trim() !== '') said[name] = value.replaceAll('\r\n', '\n').trim();
  }
  const read = schema.safeParse({ ...(sent?.(said) ?? said), ...fixed });
  const empty = needed.filter((field) => said[field] === undefined);
  if (read.success && empty.length === 0) return { said, request: read.data, faults: [] };
  const fix = (field: string): string => (choices.includes(field) ? 'Choose one.' : 'Fill it in.');
  const emptyField = (field: string): FieldFault => ({ field, detail: 'It is empty.', fix: fix(field) });
  const faults = new Map(empty.map((field) => [field, emptyField(field)]));
  for (const issue of read.error?.issues ?? []) {
    const field = String(issue.path[0] ?? fields[0]);
    if (faults.has(field)) continue;
    const refused = { field, detail: refusals[field] ?? `It ${issue.message}.`, fix: 'Change it.' };
    faults.set(field, said[field] === undefined ? emptyField(field) : refused);
  }
  return { said, request: undefined, faults: [...faults.values()] };
}
