/** Tables: one frame for those of the pages and those of the reports. */
import type { ComponentChildren, JSX } from 'preact';

/** What a column is called. `n`: it holds numbers, which stand to the right; `foreign`: somebody else wrote its name. */
export type Column = string | { readonly n: string; readonly foreign?: boolean };

export interface TableProps {
  /** What the frame is called, in words, or the id of the heading that says so. */
  readonly label?: string;
  readonly labelledBy?: string;
  /** Classes of the table beside `plain`. */
  readonly kind?: string;
  readonly caption?: ComponentChildren;
  readonly columns: readonly Column[];
  /** See `Heads`; its rows and cells must name theirs, too. */
  readonly roles?: boolean;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls by itself, by touch and by keyboard, where the screen is too narrow for it. */
export function Table({ label, labelledBy, kind, caption, columns, roles = false, children }: TableProps): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label} aria-labelledby={labelledBy}>
      <table class={kind === undefined ? 'plain' : `plain ${kind}`} role={roles ? 'table' : undefined}>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <Heads columns={columns} roles={roles} />
        <tbody role={roles ? 'rowgroup' : undefined}>{children}</tbody>
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
          const { n, foreign = false } = typeof column === 'string' ? {} : column;
          const name = n ?? (column as string);
          return (
            <th
              key={name}
              scope="col"
              role={roles ? 'columnheader' : undefined}
              class={n === undefined ? undefined : 'n'}
            >
              {foreign ? <bdi>{name}</bdi> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
