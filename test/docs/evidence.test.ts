import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasTest } from './test-titles.js';

/** A link to a test or a story: its title, and the file. */
interface Evidence {
  title: string;
  file: string;
}

const evidenceLink = /\[((?:\\.|[^\]\\])+)\]\(\.\.\/((?:test|stories)\/[^)]+)\)/g;

function evidenceOf(text: string): Evidence[] {
  return [...text.matchAll(evidenceLink)].map(([, title = '', file = '']) => ({
    title: title.replace(/\\(.)/g, '$1'),
    file,
  }));
}

/** The rows of the tables of a page below a heading with this name in the table, without their heads. */
function rowsOf(text: string, head: string): string[][] {
  const tables = text.matchAll(new RegExp(`^\\| ${head}.*\n\\|[-: |]+\n((?:\\|.*\n)+)`, 'gm'));
  return [...tables].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) => row.split(/(?<!\\)\|/).slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim())),
  );
}

const pages = ['threat-model.md', 'accessibility-conformance.md'];

describe.each(pages)('The tests that docs/%s names', (page) => {
  it('exist, each in the file of its link', () => {
    const evidence = evidenceOf(readFileSync(join('docs', page), 'utf8'));
    expect(evidence.length).toBeGreaterThan(50);
    const missing = evidence.filter(({ title, file }) => !hasTest(file, title));
    expect(
      missing,
      'Name the test that shows it now, by its title after those of the groups around it.',
    ).toEqual([]);
  });
});

describe('Each threat of docs/threat-model.md', () => {
  const threats = rowsOf(readFileSync('docs/threat-model.md', 'utf8'), 'Threat');

  it('has something that stands against it, and what shows that, unless it is the page’s', () => {
    expect(threats.length).toBeGreaterThan(50);
    const unshown = threats.filter(
      ([, against = '', shown = '']) => against === '' || (shown === '' && !against.startsWith('Not ours: ')),
    );
    expect(unshown).toEqual([]);
  });
});

/** The criteria of WCAG 2.2 at the levels A and AA: https://www.w3.org/TR/WCAG22/ */
const criteria = [
  '1.1.1 Non-text Content A',
  '1.2.1 Audio-only and Video-only (Prerecorded) A',
  '1.2.2 Captions (Prerecorded) A',
  '1.2.3 Audio Description or Media Alternative (Prerecorded) A',
  '1.2.4 Captions (Live) AA',
  '1.2.5 Audio Description (Prerecorded) AA',
  '1.3.1 Info and Relationships A',
  '1.3.2 Meaningful Sequence A',
  '1.3.3 Sensory Characteristics A',
  '1.3.4 Orientation AA',
  '1.3.5 Identify Input Purpose AA',
  '1.4.1 Use of Color A',
  '1.4.2 Audio Control A',
  '1.4.3 Contrast (Minimum) AA',
  '1.4.4 Resize Text AA',
  '1.4.5 Images of Text AA',
  '1.4.10 Reflow AA',
  '1.4.11 Non-text Contrast AA',
  '1.4.12 Text Spacing AA',
  '1.4.13 Content on Hover or Focus AA',
  '2.1.1 Keyboard A',
  '2.1.2 No Keyboard Trap A',
  '2.1.4 Character Key Shortcuts A',
  '2.2.1 Timing Adjustable A',
  '2.2.2 Pause, Stop, Hide A',
  '2.3.1 Three Flashes or Below Threshold A',
  '2.4.1 Bypass Blocks A',
  '2.4.2 Page Titled A',
  '2.4.3 Focus Order A',
  '2.4.4 Link Purpose (In Context) A',
  '2.4.5 Multiple Ways AA',
  '2.4.6 Headings and Labels AA',
  '2.4.7 Focus Visible AA',
  '2.4.11 Focus Not Obscured (Minimum) AA',
  '2.5.1 Pointer Gestures A',
  '2.5.2 Pointer Cancellation A',
  '2.5.3 Label in Name A',
  '2.5.4 Motion Actuation A',
  '2.5.7 Dragging Movements AA',
  '2.5.8 Target Size (Minimum) AA',
  '3.1.1 Language of Page A',
  '3.1.2 Language of Parts AA',
  '3.2.1 On Focus A',
  '3.2.2 On Input A',
  '3.2.3 Consistent Navigation AA',
  '3.2.4 Consistent Identification AA',
  '3.2.6 Consistent Help A',
  '3.3.1 Error Identification A',
  '3.3.2 Labels or Instructions A',
  '3.3.3 Error Suggestion AA',
  '3.3.4 Error Prevention (Legal, Financial, Data) AA',
  '3.3.7 Redundant Entry A',
  '3.3.8 Accessible Authentication (Minimum) AA',
  '4.1.2 Name, Role, Value A',
  '4.1.3 Status Messages AA',
];

describe('docs/accessibility-conformance.md', () => {
  const rows = rowsOf(readFileSync('docs/accessibility-conformance.md', 'utf8'), 'Criterion');

  it('has each criterion of WCAG 2.2, level A and AA', () => {
    expect(rows.map(([criterion, level]) => `${criterion} ${level}`)).toEqual(criteria);
  });

  it('names a test for what is supported, or says what it rests on; and says what is not', () => {
    const faulty = rows.filter(([, , conformance, remarks = '', shown]) => {
      if (conformance === 'Not applicable') return shown !== '';
      if (conformance === 'Partially supports') return shown === '' || remarks === '';
      return (
        conformance !== 'Supports' || (shown === '' && !remarks.includes('No test shows this: it rests on'))
      );
    });
    expect(faulty).toEqual([]);
  });

  it('names rules of axe only at the criterion that they are for', () => {
    const tagsOf = new Map(axe.getRules().map(({ ruleId, tags }) => [ruleId, tags]));
    const named = rows.flatMap(([criterion = '', , , , shown = '']) => {
      const [, list = ''] = shown.split('axe: ');
      const tag = `wcag${criterion.split(' ')[0]?.replaceAll('.', '')}`;
      return [...list.matchAll(/`([\w-]+)`/g)].map(([, rule = '']) => ({ rule, tag }));
    });
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ rule, tag }) => !tagsOf.get(rule)?.includes(tag))).toEqual([]);
  });
});
