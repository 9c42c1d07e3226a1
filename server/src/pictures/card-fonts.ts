/** The fonts that share images are measured with: what the first one lacks is drawn in the second. */
import { font } from './fonts.ts';

type Width = (character: string) => number | undefined;

/** Read when a width is asked for first. */
export const cardFonts: { readonly regular: Width; readonly bold: Width; readonly mono: Width } = {
  regular: (c) => font('Inter-Regular').width(c) ?? font('DejaVuSans').width(c),
  bold: (c) => font('Inter-Bold').width(c) ?? font('DejaVuSans').width(c),
  mono: (c) => font('DejaVuSansMono').width(c),
};
