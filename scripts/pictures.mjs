// Takes pictures of chosen stories of the built Storybook and compares them with those kept in test/pictures/.
// With --update it keeps the new ones instead.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './pictures/compare.mjs';
import { pictures } from './pictures/list.mjs';
import { Photographer } from './pictures/photographer.mjs';
import { serveFolder } from './static-site.mjs';

const kept = join('test', 'pictures');
const differences = join(kept, 'differences');
const browserFile = join(kept, 'browser.txt');

/**
 * The browser that took the kept pictures makes the same pixels time after time, on a busy machine too, so there one in ten
 * thousand at most may be off by more than an eye could tell. Another build lays out the same, but draws the edges of letters otherwise: Chromium
 * 143 against 150 made up to 0.7 % of the pixels differ. What it cannot find is then a faint colour, or a corner.
 */
const tolerances = {
  same: { threshold: 0.02, includeAA: true, share: 0.0001 },
  other: { threshold: 0.1, includeAA: false, share: 0.01 },
};

const isUpdate = process.argv.includes('--update');
const failures = [];
const fail = (name, reason) => {
  failures.push(name);
  console.error(`fails: ${name}: ${reason}`);
};

const { origin, stop } = await serveFolder('storybook-static');
const photographer = await Photographer.start(origin);
const keptBy = existsSync(browserFile) ? readFileSync(browserFile, 'utf8').trim() : null;
const isSame = keptBy === photographer.browser;
const tolerance = tolerances[isSame ? 'same' : 'other'];

/** Keeps a new picture, or holds it against the one that is kept. */
function judge({ name, story }, picture) {
  const file = join(kept, `${name}.png`);
  const known = existsSync(file) ? readFileSync(file) : null;
  const result = known && compare(known, picture, tolerance);
  if (isUpdate) {
    if (isSame && result && result.share <= tolerance.share) return;
    writeFileSync(file, picture);
    console.log(`kept: ${file}`);
  } else if (!result) fail(name, `there is no ${file}; npm run pictures -- --update keeps one`);
  else if (result.share > tolerance.share) {
    mkdirSync(differences, { recursive: true });
    const place = join(differences, `${name}.png`);
    writeFileSync(place, result.picture);
    fail(name, `${(result.share * 100).toFixed(3)} % of ${story} differ: see ${place}`);
  }
}

rmSync(differences, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
for (const picture of pictures) {
  try {
    judge(picture, await photographer.take(picture));
  } catch (error) {
    fail(picture.name, error.message);
  }
}
await photographer.stop();
stop();

const known = new Set(pictures.map(({ name }) => `${name}.png`));
for (const file of readdirSync(kept).filter((name) => name.endsWith('.png') && !known.has(name))) {
  if (isUpdate) rmSync(join(kept, file));
  else fail(file, 'it is a picture of nothing that is on the list');
}
if (isUpdate && failures.length === 0) writeFileSync(browserFile, `${photographer.browser}\n`);

if (!isSame && !isUpdate) console.log(`Kept by ${keptBy}, compared with ${photographer.browser}.`);
console.log(
  `${pictures.length} pictures, ${failures.length} differ; ${tolerance.share * 100} % of the pixels may`,
);
process.exitCode = failures.length > 0 ? 1 : 0;
