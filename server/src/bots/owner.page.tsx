import { page } from '../feature/page.ts';
import { OwnerPage } from '../pages/owner-page.tsx';

/** The same for everyone: what is of one bot comes to it by the script. */
export const ownerPage = page({ path: '/owner', make: async () => <OwnerPage /> });
