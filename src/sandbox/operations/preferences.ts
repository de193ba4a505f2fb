import { ServiceError } from '../envelope.js';
import type { CustomerOperation } from '../routing.js';
import type { PreferenceTable } from '../tables/preference-table.js';
import type { SandboxGroup } from '../types.js';

export function preferenceOperations(
  preferences: PreferenceTable,
  findGroup: (id: string) => SandboxGroup | undefined,
): CustomerOperation[] {
  return [
    {
      number: 6,
      method: 'POST',
      path: '/nudge/customer-preferences/notification-groups/:notificationGroupId',
      credentials: 'customer',
      async answer(call, uniqueCustomerId) {
        const isOff = (await call.body()).boolean('isGroupNotificationOff');
        const group = findGroup(call.param('notificationGroupId'));
        if (!group) throw new ServiceError(404, 'The notification group was not found.');
        preferences.save(uniqueCustomerId, group.id, isOff);
        return { message: 'Preference saved.', data: { status: 'saved' } };
      },
    },
  ];
}
