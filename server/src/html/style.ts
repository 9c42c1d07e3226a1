/** The one style sheet. Light and dark by the reader's setting; no class carries a meaning by its colour alone. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** It lies beside `src/` and `dist/`, so that both find it. */
export const styleSheet = readFileSync(new URL('../../assets/style.css', import.meta.url), 'utf8');

/** In the address of the style sheet: a new sheet is fetched at once, an old one is kept. */
export const styleVersion = createHash('sha256').update(styleSheet).digest('hex').slice(0, 10);
