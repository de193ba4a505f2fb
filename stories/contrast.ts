/** Red, green, blue and alpha, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** Resolves a CSS colour to its channels in sRGB. */
export function toRgba(colour: string): Colour {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) =>
    value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['surface', 'surface-hover', 'surface-sunken'] as const;

/** Tokens for text, each with a token that is behind it. */
export const textPairs: readonly (readonly [front: string, back: string])[] = [
  ...['text', 'text-muted', 'accent-text', 'danger'].flatMap((front) =>
    [...surfaces, 'accent-soft'].map((back) => [front, back] as const),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-badge', 'badge'],
];

/** Tokens for edges and marks, each with a token that is behind it. */
export const graphicPairs: readonly (readonly [front: string, back: string])[] = [
  ...surfaces.map((back) => ['border-strong', back] as const),
  ['accent-text', 'surface'],
  ['badge', 'surface'],
];

/** https://www.w3.org/TR/WCAG22/#contrast-minimum and https://www.w3.org/TR/WCAG22/#non-text-contrast */
export const minContrast = { text: 4.5, graphic: 3 };
