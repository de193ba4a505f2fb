// Consumer code, compiled against the declarations of the tarball. Each @ts-expect-error fails if types are lost.

export const reactHooks = `
import { createSession, type Session } from 'nudge-inbox/client';
import { useNotifications, usePreferences, useUnreadCount } from 'nudge-inbox/client/react';

declare const session: Session | null | undefined;
const titles: (string | null | undefined)[] = useNotifications(session).items.map(({ record }) => record?.payload.title);
const count: number = useUnreadCount(createSession({ baseUrl: '/v1/engagement', getToken: () => null }));
const isOff: boolean | null | undefined = usePreferences(undefined).groups[0]?.isGroupNotificationOff;
void [titles, count, isOff];

// @ts-expect-error A store is no session.
useNotifications(session?.notifications);
// @ts-expect-error The state is never changed.
useNotifications(session).unreadCount = 0;
`;

export const vueComposables = `
import { createSession, type Session } from 'nudge-inbox';
import { useNotifications, usePreferences, useUnreadCount } from 'nudge-inbox/client/vue';
import { computed, reactive, ref, shallowRef } from 'vue';

const held = ref<Session>();
held.value = createSession({ baseUrl: '/v1/engagement', getToken: () => null });
const { session } = reactive({ session: held.value });
const counts: number[] = [held, session, shallowRef<Session | null>(null), () => session, computed(() => session)].map(
  (given) => useUnreadCount(given).value,
);
const titles = useNotifications(held).value.items.map(({ record }) => record?.payload.title?.trim());
const names = usePreferences(() => held.value).value.groups.map(({ name }) => name?.trim());
const isSaved: Promise<boolean> = session.preferences.set('orders', { isGroupNotificationOff: true });
void [counts, titles, names, isSaved];

// @ts-expect-error The ref is read-only.
useUnreadCount(held).value = 1;
`;

export const svelteStores = `
import type { Session } from 'nudge-inbox/client';
import { type SessionValue, useNotifications, usePreferences, useUnreadCount } from 'nudge-inbox/client/svelte';
import { derived, type Readable } from 'svelte/store';

declare const session: Session | null | undefined;
const store: Readable<number> = useUnreadCount(session);
const isNone = derived(store, (count) => count === 0);
const titles = useNotifications(session).current.items.map(({ record }) => record?.payload.title?.trim());
const preferences: SessionValue<{ readonly isSignedOut: boolean }> = usePreferences(session);
void [isNone, titles, preferences];

// @ts-expect-error The value is read-only.
useUnreadCount(session).current = 1;
`;

export const angularSignals = `
import { signal, type Signal } from '@angular/core';
import type { Session } from 'nudge-inbox/client';
import { injectNotifications, injectPreferences, injectUnreadCount } from 'nudge-inbox/client/angular';

const session = signal<Session | undefined>(undefined);
const count: Signal<number> = injectUnreadCount(session);
const titles = injectNotifications(session())().items.map(({ record }) => record?.payload.title?.trim());
const names = injectPreferences(() => null)().groups.map(({ name }) => name?.trim());
void [count, titles, names];

// @ts-expect-error The signal is read-only.
injectUnreadCount(session).set(1);
`;
