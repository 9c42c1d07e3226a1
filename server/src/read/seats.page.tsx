import { page } from '../feature/page.ts';
import { SeatsPage } from '../pages/seats-page.tsx';
import { seatsView } from './seats-view.ts';
import type { ReadDeps } from './deps.ts';

export const seatsPage = page({
  path: '/seats',
  make: async (_, { leagues }: ReadDeps) => <SeatsPage seats={await seatsView(leagues)} />,
});
