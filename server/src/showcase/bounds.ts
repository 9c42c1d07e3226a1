/** What an entry may be at most. A drawing's bytes are those of UTF-8; a picture of characters is measured in grapheme clusters. */
export const limits = {
  svgBytesMax: 51_200,
  svgDepthMax: 24,
  svgElementsMax: 2_000,
  svgAttributesMax: 40,
  asciiCharactersMax: 4_000,
  asciiLinesMax: 60,
  asciiColumnsMax: 120,
  showcasePicksMax: 3,
} as const;
