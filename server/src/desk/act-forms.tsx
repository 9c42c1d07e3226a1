/** A form for each act, made of its declaration. */
import { limits } from 'papertape-contract/limits';
import type { JSX } from 'preact';
import { acts, type Act, type ActField } from './acts.ts';
import { deskForm } from './desk-form.ts';

export interface ActFormsProps {
  readonly formKey: string;
  /** What can be chosen. */
  readonly symbols: readonly string[];
  readonly leagueIds: readonly string[];
  /** A bot that the page was asked for. */
  readonly about?: string | undefined;
  /** A form that was not taken is shown again with what was typed. */
  readonly again?: { readonly act: string; readonly given: (name: string) => string } | undefined;
}

const labels: Readonly<Record<ActField, string>> = {
  symbol: 'Symbol',
  league: 'League',
  seats: 'Seats of each tier',
  agent_id: 'Bot (agent_id)',
  date: 'Date of the close',
  who: 'Bot, maker, contact or address',
  text: 'Text',
  entry: 'Number of the entry',
  round: 'Name of the round',
  task: 'Task',
};

/** How it is written. */
const examples: Partial<Record<ActField, string>> = {
  who: 'agt_…',
  text: 'description',
  seats: '120',
  agent_id: 'agt_…',
  date: '2026-11-23',
  entry: '12',
  round: '2026-W47-3',
  task: 't05',
};

export function ActForms(props: ActFormsProps): JSX.Element {
  return (
    <>
      {acts.map((act) => (
        <details key={act.name} id={`act-${act.name}`} open={isOpen(act, props)}>
          <summary>{act.name}</summary>
          <p>{act.what}.</p>
          <form method="post" action="/operator/act">
            <input type="hidden" name={deskForm.formKey} value={props.formKey} />
            <input type="hidden" name={deskForm.act} value={act.name} />
            {act.fields.map((field) => (
              <Field key={field} field={field} act={act} props={props} />
            ))}
            {act.isPublic === false ? null : (
              <label>
                Why, for everyone to read
                <input
                  type="text"
                  name={deskForm.reason}
                  maxLength={limits.operatorReasonCharactersMax}
                  value={typed(act, props, deskForm.reason)}
                  required
                />
              </label>
            )}
            {act.isForGood ? (
              <label>
                <input type="checkbox" name={deskForm.sure} value="yes" required /> I know that it is for good
              </label>
            ) : null}
            <button type="submit">{act.name}</button>
          </form>
        </details>
      ))}
    </>
  );
}

function isOpen({ name, fields }: Act, { again, about }: ActFormsProps): boolean {
  return again ? again.act === name : about !== undefined && fields.some(isOfBot);
}

/** A bot that the page was asked for stands there. */
const isOfBot = (field: ActField): boolean => field === 'agent_id' || field === 'who';

function typed({ name }: Act, { again }: ActFormsProps, field: string): string {
  return again?.act === name ? again.given(field) : '';
}

function Field({
  field,
  act,
  props,
}: {
  readonly field: ActField;
  readonly act: Act;
  readonly props: ActFormsProps;
}): JSX.Element {
  const value = typed(act, props, field) || (isOfBot(field) ? (props.about ?? '') : '');
  const choices = field === 'symbol' ? props.symbols : field === 'league' ? props.leagueIds : undefined;
  return (
    <label>
      {labels[field]}
      {choices ? (
        <select name={field} required>
          {choices.map((choice) => (
            <option key={choice} value={choice} selected={choice === value}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input type="text" name={field} value={value} placeholder={examples[field]} required />
      )}
    </label>
  );
}
