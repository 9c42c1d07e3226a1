import { page } from '../feature/page.ts';
import { GivingPage } from '../pages/seats-page.tsx';
import { givingView } from './seats-view.ts';
import type { ReadDeps } from './deps.ts';

export const givingPage = page({
  path: '/giving',
  make: async (_, { leagues }: ReadDeps) => <GivingPage seats={await givingView(leagues)} />,
});
