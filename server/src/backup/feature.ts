/** Backups that the service makes by itself; `papertape backup`, `restore` and `move` are commands of cli/. */
import { feature } from '../feature/feature.ts';
import type { Backups } from './backups.ts';

export const backup = feature({
  name: 'backup',
  loops: [({ backups }: { readonly backups: Backups }) => backups.start()],
});
