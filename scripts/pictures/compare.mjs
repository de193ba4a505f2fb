import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Makes a picture as large as another, or larger; what is new is white. */
function enlarge(picture, width, height) {
  const larger = new PNG({ width, height });
  larger.data.fill(255);
  PNG.bitblt(picture, larger, 0, 0, picture.width, picture.height, 0, 0);
  return larger;
}

/**
 * Compares two pictures, as PNG. Answers which share of the pixels differs, and a picture with what was expected, what is, and
 * the difference side by side.
 */
export function compare(expectedFile, actualFile, options) {
  const given = [PNG.sync.read(expectedFile), PNG.sync.read(actualFile)];
  const width = Math.max(...given.map((picture) => picture.width));
  const height = Math.max(...given.map((picture) => picture.height));
  const [expected, actual] = given.map((picture) => enlarge(picture, width, height));
  const difference = new PNG({ width, height });
  const count = pixelmatch(expected.data, actual.data, difference.data, width, height, options);
  const gap = 8;
  const side = enlarge(expected, width * 3 + gap * 2, height);
  for (const [index, picture] of [expected, actual, difference].entries())
    PNG.bitblt(picture, side, 0, 0, width, height, index * (width + gap), 0);
  return { share: count / (width * height), picture: PNG.sync.write(side) };
}
