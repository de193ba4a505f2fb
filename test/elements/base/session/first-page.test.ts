import { expect, fixture, fixtureSync, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../../src/elements/inbox/inbox.js';
import { mount } from '../../../../src/elements/mount.js';
import { badgeText } from '../../bell/bell-support.js';
import { cardTitles, createEmptySandbox, expectEventually, recordWarnings } from '../../support.js';
import '../../../../src/inbox.js';

/** A first page of two unread notifications. */
function createPage() {
  const sandbox = createEmptySandbox();
  const references = ['First', 'Second'].map((title) => {
    const record = sandbox.addNotification({ payload: { title } });
    return { id: record.id, isRead: false, record };
  });
  return {
    customer: 'key',
    loadedDate: new Date().toISOString(),
    references,
    unreadCount: 12,
    unseenCount: 7,
    nextCursor: 'next',
    lastEventId: '1',
  };
}

/** Prints a data block, as a server does. */
function printBlock(value: unknown): string {
  const block = fixtureSync<HTMLScriptElement>(html`<script type="application/json"></script>`);
  block.id = `block-${crypto.randomUUID()}`;
  block.textContent = JSON.stringify(value);
  return block.id;
}

const firstPagePath = '/inbox/notifications?limit=25';
let requests: string[];
/** Runs before each request. */
let beforeRequest: () => void;

const recordingFetch: typeof fetch = (input) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  beforeRequest();
  requests.push(pathname + search);
  return Promise.resolve(Response.json({}, { status: 404 }));
};

beforeEach(() => {
  requests = [];
  beforeRequest = () => undefined;
});

const renderFirst = async <Tag extends 'nudge-bell' | 'nudge-inbox'>(
  tag: Tag,
  properties: object,
): Promise<HTMLElementTagNameMap[Tag]> => {
  const element = document.createElement(tag);
  Object.assign(
    element,
    { baseUrl: '/v1/service', backendUrl: '/inbox', fetch: recordingFetch, memoryOnly: true },
    properties,
  );
  fixtureSync<HTMLElement>(html`<div></div>`).append(element);
  await element.updateComplete;
  return element;
};

describe('first-page', () => {
  it('has the badge of a bell there in its first update, before anything is requested', async () => {
    const id = printBlock(createPage());
    const bell = fixtureSync<NudgeBell>(
      html`<nudge-bell
        base-url="/v1/service"
        backend-url="/inbox"
        memory-only
        first-page=${id}
        .fetch=${recordingFetch}
      ></nudge-bell>`,
    );
    await bell.updateComplete;
    expect(badgeText(bell)).to.equal('7');
    expect(requests).to.deep.equal([]);
    await expectEventually(() => requests.includes('/inbox/events?lastEventId=1'), true);
    expect(requests).not.to.include(firstPagePath);
  });

  it('has the cards of an inbox there before anything is requested', async () => {
    const inbox = await renderFirst('nudge-inbox', { firstPage: createPage() });
    const shown: string[][] = [];
    beforeRequest = () => shown.push(cardTitles(inbox));
    await expectEventually(() => shown[0], ['Unread: First', 'Unread: Second']);
    await expectEventually(() => requests.includes('/inbox/events?lastEventId=1'), true);
    expect(requests).not.to.include(firstPagePath);
  });

  it('is that of every element with the same settings', async () => {
    const firstPage = printBlock(createPage());
    const one = await renderFirst('nudge-bell', { firstPage });
    const other = await renderFirst('nudge-bell', { firstPage });
    expect([badgeText(one), badgeText(other)]).to.deep.equal(['7', '7']);
  });

  it('is the data block that mount() is given', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const { element, unmount } = mount(container, {
      element: 'nudge-inbox',
      baseUrl: '/v1/service',
      backendUrl: '/inbox',
      fetch: recordingFetch,
      memoryOnly: true,
      firstPage: printBlock(createPage()),
    });
    await expectEventually(() => cardTitles(element as NudgeInbox), ['Unread: First', 'Unread: Second']);
    await expectEventually(() => requests.includes('/inbox/events?lastEventId=1'), true);
    expect(requests).not.to.include(firstPagePath);
    unmount();
  });

  it('is requested where the host had none in time', async () => {
    const warnings = recordWarnings();
    await renderFirst('nudge-bell', { firstPage: printBlock(null) });
    await expectEventually(() => requests.includes(firstPagePath), true);
    expect(warnings.filter((text) => text.includes('first'))).to.deep.equal([]);
  });

  it('is shown once in a document, and requested for the next element that names it', async () => {
    const warnings = recordWarnings();
    const firstPage = printBlock(createPage());
    const bell = await renderFirst('nudge-bell', { firstPage });
    bell.remove();
    const next = await renderFirst('nudge-bell', { firstPage });
    expect(badgeText(next)).to.equal(null);
    await expectEventually(() => requests.includes(firstPagePath), true);
    expect(warnings.filter((text) => text.includes('first'))).to.deep.equal([]);
  });

  it('is not taken from other markup with its id, which may be that of somebody else', async () => {
    const forged = JSON.stringify({ ...createPage(), unseenCount: 99 });
    const markup = fixtureSync<HTMLElement>(html`<p hidden>${forged}</p>`);
    const id = printBlock(createPage());
    markup.id = id;
    const bell = await renderFirst('nudge-bell', { firstPage: id });
    expect(badgeText(bell)).to.equal('7');
  });

  it('is requested where no data block has its id, and the console says so', async () => {
    const warnings = recordWarnings();
    await renderFirst('nudge-bell', { firstPage: 'mistyped' });
    await expectEventually(() => requests.includes(firstPagePath), true);
    expect(warnings.join()).to.contain('no script before the element has the id “mistyped”');
  });
});
