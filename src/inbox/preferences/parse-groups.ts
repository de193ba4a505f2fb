import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import type { HostGroup } from './preference-state.js';

const parseText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value : null;

/** Parses the host's groups: each id once, without the bad ones. Anything but an array holds none. */
export function parseGroups(value: unknown): HostGroup[] {
  const given: unknown[] = Array.isArray(value) ? value : [];
  const ids = new Set();
  const groups = given.flatMap((group) => {
    if (!isObject(group)) return [];
    const { id, name, description, section, isRequired, isGroupNotificationOff: isOff } = group;
    if (typeof id !== 'string' || id === '' || ids.has(id)) return [];
    ids.add(id);
    return {
      id,
      name: parseText(name),
      description: parseText(description),
      section: parseText(section),
      isRequired: isRequired === true,
      isGroupNotificationOff: typeof isOff === 'boolean' ? isOff : null,
    };
  });
  if (groups.length < given.length)
    warnOnce('Groups without an id, or with one that is there already, are left out.');
  return groups;
}
