import { page } from '../feature/page.ts';
import { FiguresPage } from '../pages/figures.tsx';

export const figuresPage = page({ path: '/figures', isInEnglishOnly: true, make: async () => <FiguresPage /> });
