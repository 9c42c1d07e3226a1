/** A field of a form: its label, what to write, and, where it was refused, what is wrong and what to do. It works without scripts. */
import type { ComponentChildren, JSX } from 'preact';
import { words } from '../words/words.ts';

/** What is wrong with what a field said, and what to do. */
export interface FieldFault {
  readonly field: string;
  readonly detail: string;
  readonly fix: string;
}

/** What the fields of a form were read into. */
export interface FormRead<Request> {
  /** What the fields say, as it was typed, so that the form can be shown again. */
  readonly said: Readonly<Record<string, string>>;
  /** Undefined where a field was refused. */
  readonly request: Request | undefined;
  readonly faults: readonly FieldFault[];
}

/** Attributes that tie the control to its words. */
interface Tied {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** The hidden field that makes a second click the repetition of the first: what stands in it is made for each view. */
export const viewField = 'view';

interface FormFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly fault: FieldFault | undefined;
  /** Makes the control with these attributes. */
  readonly control: (tied: Tied) => JSX.Element;
}

export function FormField({ name, label, hint, fault, control }: FormFieldProps): JSX.Element {
  const words = [fault === undefined ? [] : [`${name}-fault`], hint === undefined ? [] : [`${name}-hint`]].flat();
  const tied = {
    id: name,
    name,
    'aria-describedby': words.length === 0 ? undefined : words.join(' '),
    'aria-invalid': fault === undefined ? undefined : (true as const),
  };
  return (
    <div class={fault === undefined ? 'field' : 'field refused'}>
      <label for={name}>{label}</label>
      {control(tied)}
      {fault === undefined ? null : (
        <p class="fault" id={`${name}-fault`}>
          <bdi>{fault.detail}</bdi> {fault.fix}
        </p>
      )}
      {hint === undefined ? null : (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What a choice shows that nobody has made yet; it cannot be chosen. */
export function NotChosen(): JSX.Element {
  return (
    <option value="" disabled selected hidden>
      {words.entry.chooseOne}
    </option>
  );
}

/** Stands above a form that was refused, takes the focus, and leads to each field. */
export function FaultSummary({
  faults,
  labels,
}: {
  readonly faults: readonly FieldFault[];
  readonly labels: Readonly<Record<string, string>>;
}): JSX.Element | null {
  if (faults.length === 0) return null;
  return (
    <div class="faults" id="faults" role="alert" tabIndex={-1} autofocus>
      <h2>{faults.length === 1 ? words.frame.oneThingHasToBe : words.frame.thingsHaveToBeMended(faults.length)}</h2>
      <ul>
        {faults.map(({ field, detail }) => (
          <li key={field}>
            <a href={`#${field}`}>{labels[field] ?? field}</a>: <bdi>{detail}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
