import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CustomerClient } from '../../src/client.js';
import { createSandbox, type NotificationPayload, type SandboxOptions } from '../../src/sandbox.js';
import { parseEnvelope } from './envelope.js';

type Payload = { [Field in keyof NotificationPayload]?: NotificationPayload[Field] | null };
interface Notification {
  createdDate: string;
  isRead: boolean;
  payload: Payload;
}

const now = Date.UTC(2025, 10, 20, 12);

async function fetchAll(options: SandboxOptions = {}): Promise<Notification[]> {
  const sandbox = createSandbox({ now: () => now, ...options });
  const headers = { Authorization: `Bearer ${sandbox.issueToken()}` };
  return Promise.all(
    sandbox.notificationIds().map(async (id) => {
      const response = await sandbox.fetch(`${sandbox.baseUrl}/nudge/in-app-notifications/${id}`, {
        headers,
      });
      return (await parseEnvelope(response)).data as unknown as Notification;
    }),
  );
}

function pictureUrls({ avatar, attachmentsImage, tags }: Payload): string[] {
  const urls = [...(avatar ?? []), ...(attachmentsImage ?? [])].map(({ iconURL }) => iconURL);
  return [...urls, ...(tags ?? []).map(({ icon }) => icon)].filter((url) => url !== '');
}

describe('The seed', () => {
  it('has 60 notifications, newest first, from seconds to years old', async () => {
    const ages = (await fetchAll()).map(({ createdDate }) => now - Date.parse(createdDate));
    expect(ages).toHaveLength(60);
    expect(ages).toEqual([...ages].sort((first, second) => first - second));
    expect(ages[0]).toBeLessThan(60_000);
    expect(ages.at(-1)).toBeGreaterThan(2 * 365 * 24 * 3_600_000);
  });

  it('is deterministic', async () => {
    expect(await fetchAll()).toEqual(await fetchAll());
  });

  it('covers every field and variant of a record', async () => {
    const notifications = await fetchAll();
    const payloads = notifications.map(({ payload }) => payload);
    const has = (test: (payload: Payload) => unknown) => payloads.some((payload) => test(payload));

    expect(new Set(notifications.map(({ isRead }) => isRead))).toEqual(new Set([true, false]));
    expect(new Set(payloads.map(({ avatar }) => avatar?.length))).toEqual(new Set([0, 1, 2, 3, undefined]));
    expect(new Set(payloads.map((payload) => payload.attachmentsImage?.length ?? 0))).toEqual(
      new Set([0, 1, 2, 5]),
    );
    expect(new Set(payloads.flatMap(({ attachments }) => attachments ?? []).map(({ type }) => type))).toEqual(
      new Set(['pdf', 'csv', 'zip', 'docx']),
    );
    for (const [icon, url] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ]) {
      expect(has(({ tags }) => tags?.some((tag) => !!tag.icon === icon && !!tag.url === url))).toBe(true);
    }
    for (const count of [0, 1, 2, 3]) {
      expect(has(({ actionButtons }) => Object.keys(actionButtons ?? {}).length === count)).toBe(true);
    }
    expect(has(({ actionButtons }) => actionButtons?.primary?.onclickAction === 'approve')).toBe(true);
    expect(has(({ itemRedirect }) => itemRedirect?.startsWith('/'))).toBe(true);
    expect(has(({ itemRedirect }) => itemRedirect?.startsWith('https://example.com/'))).toBe(true);
    expect(has(({ itemRedirect }) => itemRedirect === '')).toBe(true);
    expect(has(({ body }) => /<img .*onerror/.test(body ?? ''))).toBe(true);
    expect(has(({ body }) => (body?.length ?? 0) > 1000)).toBe(true);
    expect(has(({ title }) => /\p{Script=Arabic}/u.test(title ?? ''))).toBe(true);
    expect(has(({ avatar }) => avatar?.some(({ fallBackName }) => fallBackName === '👩‍🚀 Ann'))).toBe(true);
    expect(has((payload) => payload.body === null && !('tags' in payload))).toBe(true);
  });

  it('brings its pictures, as the bitmaps that a record may contain', async () => {
    const urls = (await fetchAll()).flatMap(({ payload }) => pictureUrls(payload));
    expect(urls.length).toBeGreaterThan(60);
    for (const url of urls) expect(url).toMatch(/^data:image\/webp;base64,UklGR/);
  });

  it('links only to pictures and files that the demo has', async () => {
    const urls = (await fetchAll({ pictureBase: '/pictures/' })).flatMap(({ payload }) => [
      ...pictureUrls(payload),
      ...(payload.attachments ?? []).map(({ url }) => url),
    ]);
    const missing = urls.filter((url) => !existsSync(new URL(`../../demo/public${url}`, import.meta.url)));
    expect(missing).toEqual([]);
  });

  it('uses the picture and file bases from the options', async () => {
    const [notification] = await fetchAll({ pictureBase: './p/', fileBase: 'https://cdn.example/f/' });
    expect(pictureUrls(notification!.payload)[0]).toMatch(/^\.\/p\/\w+\.svg$/);
  });

  it('knows what the customer has chosen for each group but one, and what is saved afterwards', async () => {
    const sandbox = createSandbox();
    const unknown = (): string[] =>
      sandbox.groups.flatMap(({ id, isGroupNotificationOff }) =>
        isGroupNotificationOff === undefined ? [id] : [],
      );
    expect(unknown()).toHaveLength(1);
    const client = new CustomerClient({
      baseUrl: sandbox.baseUrl,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
    });
    await client.preferences.setGroup(unknown()[0]!, { isGroupNotificationOff: true });
    expect(unknown()).toEqual([]);
  });

  it('can be empty', () => {
    const sandbox = createSandbox({ seed: 'empty' });
    expect(sandbox.notificationIds()).toEqual([]);
    expect(sandbox.groups).toEqual([]);
  });
});
