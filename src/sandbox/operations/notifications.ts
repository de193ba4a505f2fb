import { ServiceError } from '../envelope.js';
import type { CustomerOperation } from '../router.js';
import type { NotificationTable } from '../tables/notification-table.js';

export function notificationOperations(notifications: NotificationTable): CustomerOperation[] {
  return [
    {
      number: 7,
      method: 'GET',
      path: '/nudge/in-app-notifications/:inAppNotificationId',
      credentials: 'customer',
      // Another customer's notification is a 404, so that ids cannot be probed. Fetching does not change isRead.
      handle(request, uniqueCustomerId) {
        const data = notifications.find(uniqueCustomerId, request.param('inAppNotificationId'));
        if (!data) throw new ServiceError(404, 'The notification was not found.');
        return { message: 'Notification fetched.', data };
      },
    },
  ];
}
