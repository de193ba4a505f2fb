'use client';

import { useRouter } from 'next/navigation';
import type { Session } from 'nudge-inbox';
import { NudgeBell } from 'nudge-inbox/react';
import { useEffect, useState } from 'react';
import { createCustomerSession } from './session';

export function Bell({ customerKey }: { customerKey: string }) {
  const router = useRouter();
  const [session, setSession] = useState<Session>();

  // An effect runs in the browser only, and again for another customer.
  useEffect(() => {
    const created = createCustomerSession(customerKey);
    setSession(created);
    return () => created.close();
  }, [customerKey]);

  return (
    <NudgeBell
      session={session}
      onNudgeNavigate={(event) => {
        const url = new URL(event.detail.url);
        if (url.origin !== location.origin) return;
        event.preventDefault(); // otherwise the browser loads the page
        router.push(url.pathname + url.search + url.hash);
      }}
    />
  );
}
