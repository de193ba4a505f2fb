import { html, type TemplateResult } from 'lit';
import { waitFor } from 'storybook/test';
import { findByRole, findPart } from './screen.js';
import { createService } from './support.js';

/** An inbox with a button that adds a notification. */
export function renderInboxWithArrivals(globals: Readonly<Record<string, unknown>>): TemplateResult {
  const { sandbox, session } = createService({}, globals);
  const addNotification = (): void => session.notifications.add([sandbox.addNotification().id]);
  return html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 560px"
      .session=${session}
    ></nudge-inbox>
    <p><button @click=${addNotification}>Add a notification</button></p>`;
}

/** Scrolls the list, because arrivals wait while the customer is further down. */
export async function scrollDown(canvasElement: HTMLElement): Promise<void> {
  await findByRole(canvasElement, 'article', { name: /Your/ });
  const list = findPart(canvasElement, 'list')!;
  await waitFor(() => {
    if (list.scrollHeight <= list.clientHeight) throw new Error('Nothing to scroll yet');
  });
  const hasScrolled = new Promise((resolve) => list.addEventListener('scroll', resolve, { once: true }));
  // By much more than a record changes the height of its row: Chromium scrolls along with that.
  list.scrollTop = 400;
  await hasScrolled;
}
