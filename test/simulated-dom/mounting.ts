import { within } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LitElement } from 'lit';
import { createSession, type Session } from '../../src/session/session.js';
import { createSandbox } from '../../src/sandbox.js';

const tags = [
  'nudge-bell',
  'nudge-inbox',
  'nudge-preferences',
  'nudge-notification',
  'nudge-toasts',
] as const;

function createTestSession(): Session {
  const sandbox = createSandbox();
  return createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ids: sandbox.notificationIds().slice(0, 3),
    memoryOnly: true,
  });
}

/** What the elements do in a simulated page: nothing is thrown, which the runner would report. */
export function describeMounting(page: string): void {
  const sessions: Session[] = [];
  afterEach(() => {
    document.body.replaceChildren();
    for (const session of sessions.splice(0)) session.close();
  });

  describe(`The elements in ${page}`, () => {
    it('show a bell with a name, whose update settles', async () => {
      await import('../../src/define.js');
      const bell = document.createElement('nudge-bell');
      document.body.append(bell);
      expect(await bell.updateComplete).toBe(true);
      const content = within(bell.shadowRoot as unknown as HTMLElement);
      expect(content.getByRole('button', { name: 'Notifications' }).isConnected).toBe(true);
    });

    it('show the count, and the notifications in the panel after a press, which a second press closes', async () => {
      await import('../../src/define.js');
      const session = createTestSession();
      sessions.push(session);
      const bell = Object.assign(document.createElement('nudge-bell'), { session });
      document.body.append(bell);
      const button = (): HTMLButtonElement => bell.shadowRoot!.querySelector('button')!;
      await vi.waitFor(
        () => expect(button().getAttribute('aria-label')).toMatch(/^Notifications, \d/),
        30_000,
      );
      button().dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true }));
      button().click();
      await vi.waitFor(() => {
        const inbox = bell.shadowRoot?.querySelector('nudge-inbox');
        expect(inbox?.shadowRoot?.querySelectorAll('[role=article].loaded')).toHaveLength(3);
      }, 30_000);
      expect([bell.open, button().getAttribute('aria-expanded')]).toEqual([true, 'true']);
      expect(bell.shadowRoot?.querySelector('dialog')?.hasAttribute('open')).toBe(true);
      button().click();
      await bell.updateComplete;
      expect([bell.open, bell.shadowRoot?.querySelector('dialog')?.hasAttribute('open')]).toEqual([
        false,
        false,
      ]);
    });

    it.each(tags)('mount and remove <%s>', async (tag) => {
      await import('../../src/define.js');
      await import('../../src/toasts.js');
      const session = createTestSession();
      sessions.push(session);
      const element: LitElement = document.createElement(tag);
      Object.assign(element, {
        session,
        layout: 'page',
        selectable: true,
        shortcuts: true,
        snooze: true,
        readOnView: true,
        sound: true,
        desktop: true,
        titleCount: true,
        record: { id: 'a', payload: { title: 'Hello' } },
      });
      document.body.append(element);
      await customElements.whenDefined(tag);
      expect(await element.updateComplete).toBe(true);
      element.remove();
    });
  });
}
