import Link from 'next/link';
import { Suspense, type ReactNode } from 'react';
import { findCustomer, inbox } from '../backend';
import { Bell } from './bell';

export const metadata = { title: 'My shop' };

async function CustomerBell() {
  const customerId = await findCustomer();
  return customerId !== null && <Bell customerKey={await inbox.customerKey(customerId)} />;
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
