import type { CustomerOperation } from '../router.js';
import type { PreferenceTable } from '../tables/preference-table.js';
import type { NotificationGroupRow } from '../tables/rows.js';
import type { Table } from '../tables/table.js';

export function preferenceOperations(
  preferences: PreferenceTable,
  groups: Table<NotificationGroupRow>,
): CustomerOperation[] {
  return [
    {
      number: 6,
      method: 'POST',
      path: '/nudge/customer-preferences/notification-groups/:notificationGroupId',
      credentials: 'customer',
      async handle(request, uniqueCustomerId) {
        const { id } = groups.require(request.param('notificationGroupId'));
        preferences.save(uniqueCustomerId, id, (await request.body()).boolean('isGroupNotificationOff'));
        return { message: 'Preference saved.', data: { status: 'saved' } };
      },
    },
  ];
}
