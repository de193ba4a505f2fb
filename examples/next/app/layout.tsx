import Link from 'next/link';
import { Suspense, type ReactNode } from 'react';
import { findCustomer, inbox } from '../backend';
import { Bell } from './bell';

export const metadata = { title: 'My shop' };

async function CustomerBell() {
  const customerId = await findCustomer();
  if (customerId === null) return null;
  const customerKey = await inbox.customerKey(customerId);
  // With it, the bell has its badge before it has requested anything.
  return <Bell customerKey={customerKey} firstPage={await inbox.firstPage(customerId)} />;
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header style={{ display: 'flex', justifyContent: 'space-between' }}>
          <Link href="/">My shop</Link>
          <Suspense>
            <CustomerBell />
          </Suspense>
        </header>
        <main>
          <Suspense>{children}</Suspense>
        </main>
      </body>
    </html>
  );
}
