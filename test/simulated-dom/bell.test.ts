// bell.test.ts
// @vitest-environment jsdom
import { configure, fireEvent, within } from '@testing-library/dom';
import { createSession } from '../../src/index.js';
import '../../src/define.js';
import '../../src/inbox.js'; // the panel, too, whose code would load after the press
import { createSandbox } from '../../src/sandbox.js';
import { afterEach, expect, test } from 'vitest';

// The machine of a pipeline may take longer than a second.
configure({ asyncUtilTimeout: 10_000 });

// What is left in the page would go on after the runner has removed it, and report errors.
afterEach(() => document.body.replaceChildren());

/** The queries of Testing Library, in the shadow root of an element. */
const inside = (element: Element) => within(element.shadowRoot as unknown as HTMLElement);

test('a customer opens the bell, and reads that the parcel is on its way', async () => {
  const sandbox = createSandbox({ seed: 'empty' });
  const { id } = sandbox.addNotification({ payload: { title: 'Your parcel is on its way' } });
  const bell = document.createElement('nudge-bell');
  bell.session = createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ids: [id],
  });
  document.body.append(bell);
  const selected: string[] = [];
  bell.addEventListener('nudge-select', ({ detail }) => selected.push(detail.id));

  const button = await inside(bell).findByRole('button', { name: 'Notifications, 1 new' });
  button.click();
  const panel = await inside(bell).findByRole('dialog', { name: 'Notifications' });
  const inbox = panel.querySelector('nudge-inbox')!;
  const card = await inside(inbox).findByRole('article', { name: 'Unread: Your parcel is on its way' });

  card.focus();
  fireEvent.keyDown(card, { key: 'Enter' }); // does what a press does
  expect(selected).toEqual([id]);
  await inside(inbox).findByRole('article', { name: 'Your parcel is on its way' });
});
