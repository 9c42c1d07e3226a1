import { page } from '../feature/page.ts';
import { ErrorsPage } from '../pages/errors-page.tsx';

export const errorsPage = page({ path: '/errors', make: async () => <ErrorsPage /> });
