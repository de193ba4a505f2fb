import type { LitElement } from 'lit';
import { warnOnce } from '../../../common/warn.js';
import { parseFirstPage } from '../../../session/sources/first-page.js';
import type { CustomerClientOptions } from '../../../api/customer-client.js';
import type { Session } from '../../../session/session.js';
import type { FirstPage, NotificationGroup, NotificationSource } from '../../../session/sources/source.js';
import type { SourceHeaders } from '../../../session/sources/request.js';
import type { TokenUrlSettings } from '../../../session/sources/token-url.js';

/** Settings whose change requires another session. New `getToken` and `headers` do not: they are looked up on each call. */
export const identitySettings = [
  'baseUrl',
  'backendUrl',
  'tokenUrl',
  'listUrl',
  'eventsUrl',
  'source',
  'customerKey',
  'memoryOnly',
  'fetch',
] as const;

/** Settings that can be required, by the names that the author of a page uses. */
const settingNames = { baseUrl: 'base-url', getToken: 'getToken', ids: 'ids', groups: 'groups' };

export type RequiredSetting = keyof typeof settingNames;

/** The properties from which an element gets its session: either the session itself, or what one is created from. */
export interface SessionSettings extends TokenUrlSettings {
  session?: Session | undefined;
  baseUrl?: string | undefined;
  getToken?: CustomerClientOptions['getToken'] | undefined;
  backendUrl?: string | null | undefined;
  headers?: SourceHeaders | null | undefined;
  listUrl?: string | null | undefined;
  eventsUrl?: string | null | undefined;
  ids?: readonly string[] | undefined;
  source?: NotificationSource | undefined;
  groups?: readonly NotificationGroup[] | undefined;
  customerKey?: string | null | undefined;
  memoryOnly?: boolean | undefined;
  firstPage?: FirstPage | string | null | undefined;
  fetch?: typeof fetch | undefined;
}

export interface SessionHost extends LitElement, SessionSettings {
  /** Whether an enclosing element shows the same session and dispatches its public events. */
  isEmbedded?: boolean;
}

/** The first page that an element was given, as such or by the id of a data block that comes before it; null if there is none. */
export function findFirstPage(given: SessionSettings['firstPage']): FirstPage | null {
  if (!given) return null;
  if (typeof given !== 'string') return given;
  // Other markup may be that of somebody else: sanitizers let an id pass, but no script.
  const block = [...document.querySelectorAll('script')].find(({ id }) => id === given);
  if (!block) {
    warnOnce(`The list is requested, since no script before the element has the id “${given}”.`);
    return null;
  }
  // Each first page is shown once. It is emptied, since a page that enforces Trusted Types takes no other text for a script.
  const page = block.textContent ? parseFirstPage(block.textContent) : null;
  block.replaceChildren();
  return page;
}

/** Whether the settings say where the customer's token comes from. */
export const hasTokenSetting = ({ getToken, backendUrl, tokenUrl }: SessionSettings): boolean =>
  Boolean(backendUrl) || Boolean(tokenUrl) || typeof getToken === 'function';

/** Returns the names of the required settings that are missing, as the author of a page knows them. */
export function findMissingSettings(
  settings: SessionSettings,
  required: readonly RequiredSetting[],
): string[] {
  const { baseUrl, backendUrl, listUrl, eventsUrl, ids, source, groups } = settings;
  const isSet = {
    baseUrl: [baseUrl, backendUrl].find(Boolean),
    getToken: hasTokenSetting(settings),
    ids: ids ?? source ?? [backendUrl, listUrl, eventsUrl].find(Boolean),
    groups: groups ?? backendUrl,
  };
  return required.filter((name) => !isSet[name]).map((name) => settingNames[name]);
}
