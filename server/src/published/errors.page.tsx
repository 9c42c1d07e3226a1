import { page } from '../feature/page.ts';
import { ErrorsPage } from '../pages/errors-page.tsx';

export const errorsPage = page({ path: '/errors', isInEnglishOnly: true, make: async () => <ErrorsPage /> });
