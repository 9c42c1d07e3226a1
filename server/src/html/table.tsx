/** Tables: one frame for those of the pages and those of the reports. */
import type { ComponentChildren, JSX } from 'preact';

/**
 * What a column is called. `n`: it holds numbers, which stand to the right; `foreign`: somebody else wrote its name. `head`: it names the
 * row. `text`: it holds sentences, which on a narrow screen stand below the row and repeat the name.
 */
export type Column =
  | string
  | { readonly n: string; readonly foreign?: boolean }
  | { readonly head: string }
  | { readonly text: string };

export interface TableProps {
  /** What the frame is called, in words, or the id of the heading that says so. */
  readonly label?: string;
  readonly labelledBy?: string;
  /** Classes of the table beside `plain`. */
  readonly kind?: string;
  readonly caption?: ComponentChildren;
  readonly columns: readonly Column[];
  /** See `Heads`; rows that are given as `children` must name theirs, too. */
  readonly roles?: boolean;
  /** On a narrow screen each row stands on lines of its own, what is told of it after the names of its columns, and `kind` says nothing. It says roles, too; its caption has no links. */
  readonly folds?: boolean;
  /** Each with what stands in its columns. */
  readonly rows?: readonly (readonly ComponentChildren[])[];
  /** Ids of these rows, for links to them. */
  readonly rowIds?: readonly string[];
  /** Rows of another form. */
  readonly children?: ComponentChildren;
}

/**
 * A table that scrolls by itself, by touch and by keyboard, where the screen is too narrow for it. It is a group and no region: the section
 * around it is the landmark, often of the same name.
 */
export function Table(props: TableProps): JSX.Element {
  const { label, labelledBy, caption, columns, folds = false, roles = folds, rows = [], rowIds, children } = props;
  const kind = folds ? 'prose inline folds' : props.kind;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label} aria-labelledby={labelledBy}>
      <table class={kind === undefined ? 'plain' : `plain ${kind}`} role={roles ? 'table' : undefined}>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <Heads columns={columns} roles={roles} />
        <tbody role={roles ? 'rowgroup' : undefined}>
          {rows.map((row, i) => (
            <tr key={i} id={rowIds?.[i]} role={roles ? 'row' : undefined}>
              {row.map((content, c) => cell(columns[c] ?? '', content, { roles, folds }))}
            </tr>
          ))}
          {children}
        </tbody>
      </table>
    </div>
  );
}

/** @param roles are roles said beside the elements? On a narrow screen rows may become grids, and some browsers then forget that it is a table. */
export function Heads({ columns, roles }: Required<Pick<TableProps, 'columns' | 'roles'>>): JSX.Element {
  return (
    <thead role={roles ? 'rowgroup' : undefined}>
      <tr role={roles ? 'row' : undefined}>
        {columns.map((column) => {
          const name = nameOf(column);
          const isForeign = typeof column !== 'string' && 'foreign' in column && column.foreign === true;
          return (
            <th
              key={name}
              scope="col"
              role={roles ? 'columnheader' : undefined}
              class={holds(column, 'n') ? 'n' : undefined}
            >
              {isForeign ? <bdi>{name}</bdi> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function cell(
  column: Column,
  content: ComponentChildren,
  { roles, folds }: Required<Pick<TableProps, 'roles' | 'folds'>>,
): JSX.Element {
  if (holds(column, 'head')) {
    return (
      <th scope="row" role={roles ? 'rowheader' : undefined}>
        {content}
      </th>
    );
  }
  const isText = holds(column, 'text');
  return (
    <td
      role={roles ? 'cell' : undefined}
      class={isText ? 'text' : holds(column, 'n') ? 'n' : undefined}
      data-label={isText || folds ? `${nameOf(column)}:` : undefined}
    >
      {content}
    </td>
  );
}

function holds(column: Column, what: 'n' | 'head' | 'text'): boolean {
  return typeof column !== 'string' && what in column;
}

function nameOf(column: Column): string {
  if (typeof column === 'string') return column;
  return 'n' in column ? column.n : 'head' in column ? column.head : column.text;
}
