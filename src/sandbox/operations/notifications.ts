import { ServiceError } from '../envelope.js';
import type { CustomerOperation } from '../routing.js';
import type { NotificationTable } from '../tables/notification-table.js';

export function notificationOperations(notifications: NotificationTable): CustomerOperation[] {
  return [
    {
      number: 7,
      method: 'GET',
      path: '/nudge/in-app-notifications/:inAppNotificationId',
      credentials: 'customer',
      // A notification of another customer is not told apart from one that does not exist. Fetched is not read: isRead stays.
      answer(call, uniqueCustomerId) {
        const data = notifications.find(uniqueCustomerId, call.param('inAppNotificationId'));
        if (!data) throw new ServiceError(404, 'The notification was not found.');
        return { message: 'Notification fetched.', data };
      },
    },
  ];
}
