import { Suspense } from 'react';
import { findCustomer, inbox } from '../../backend';
import { NotificationList } from './notification-list';

async function CustomerList() {
  const customerId = await findCustomer();
  if (customerId === null) return <p>Sign in to see them.</p>;
  return <NotificationList customerKey={await inbox.customerKey(customerId)} />;
}

export default function Page() {
  return (
    <>
      <h1>Notifications</h1>
      <Suspense>
        <CustomerList />
      </Suspense>
    </>
  );
}
