import { describe, expect, it, vi } from 'vitest';
import { notificationSchema } from '../../src/api/schemas/notification.js';
import { isObject } from '../../src/common/type-guards.js';
import { textLimits } from '../../src/elements/shared/text.js';
import { blockWith, parsePage, tableRows } from './markdown.js';

const record: unknown = JSON.parse(blockWith('content.md', 'type Notification'));

/** The fields of a value, such as `payload.tags[].url`, without those of the buttons, which are the same for each. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return fieldsOf(value[0], `${path}[]`);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [own, ...fieldsOf(field, own.replace(/\.(primary|secondary|tertiary)$/, '.*'))];
  });
}

/** What the schema makes of a record without any field but the two that are required, and one empty entry in each list. */
const emptyEntries = {
  avatar: [{}],
  attachmentsImage: [{}],
  attachments: [{}],
  tags: [{}],
  actionButtons: { primary: {}, secondary: {}, tertiary: {} },
};

describe('The page on content', () => {
  it('explains each field of a record', () => {
    const parsed = notificationSchema.parse({ id: 'n42', payload: emptyEntries });
    const fields = fieldsOf(parsed).map((field) => field.replace('payload.', ''));
    const explained = tableRows('content.md').map(([field]) => field);
    expect(explained.sort()).toEqual([...new Set(fields)].sort());
  });

  it('has a record with each field, of which the schema leaves nothing out', () => {
    const warn = vi.spyOn(console, 'warn');
    expect(notificationSchema.parse(record)).toEqual(record);
    expect(warn).not.toHaveBeenCalled();
    const parsed = notificationSchema.parse({ id: 'n42', payload: emptyEntries });
    expect([...new Set(fieldsOf(record))].sort()).toEqual([...new Set(fieldsOf(parsed))].sort());
  });

  it('has the limits of the texts', () => {
    const { text } = parsePage('docs/content.md');
    const limits = [...text.matchAll(/^\| [^|`]+\| ([\d,]+) characters/gm)].map(([, limit = '']) =>
      Number(limit.replace(',', '')),
    );
    expect(limits).toEqual([textLimits.line, textLimits.body, textLimits.label]);
  });

  it('has a shortest record', () => {
    const { text } = parsePage('docs/content.md');
    const [, code = ''] = /shortest one[^`]*`([^`]+)`/.exec(text) ?? [];
    const shortest: unknown = JSON.parse(code);
    expect(notificationSchema.parse(shortest)).toMatchObject(shortest as object);
  });
});
