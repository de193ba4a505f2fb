import Link from 'next/link';
import type { ReactNode } from 'react';
import { createCustomerKey, findCustomer } from '../backend';
import { Bell } from './bell';

export const metadata = { title: 'My shop' };

export default async function Layout({ children }: { children: ReactNode }) {
  const customerId = await findCustomer();
  return (
    <html lang="en">
      <body>
        <header style={{ display: 'flex', justifyContent: 'space-between' }}>
          <Link href="/">My shop</Link>
          {customerId !== null && <Bell customerKey={createCustomerKey(customerId)} />}
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
