/** The process that serves no longer tells what its clock says (PostgreSQL): the others go by the time of the database, as it does. */
import type { Migration } from '../migration.ts';

export const noClockTold: Migration = {
  name: 'core/0005-no-clock-told',
  kind: 'contract',
  statements: (engine) =>
    engine === 'postgres' ? ['alter table cluster.processes drop column if exists clock_ms'] : [],
};
