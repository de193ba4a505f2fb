import { findCustomer, inbox } from '../../backend';
import { NotificationList } from './notification-list';

export default async function Page() {
  const customerId = await findCustomer();
  return (
    <>
      <h1>Notifications</h1>
      {customerId === null ? (
        <p>Sign in to see them.</p>
      ) : (
        <NotificationList customerKey={await inbox.customerKey(customerId)} />
      )}
    </>
  );
}
