'use client';

import { useRouter } from 'next/navigation';
import { routePath, type FirstPage } from 'nudge-inbox';
import { NudgeBell } from 'nudge-inbox/react';

export function Bell({ customerKey, firstPage }: { customerKey: string; firstPage: FirstPage | null }) {
  const router = useRouter();
  return (
    <NudgeBell
      backendUrl="/inbox"
      customerKey={customerKey}
      firstPage={firstPage}
      onNudgeNavigate={(event) => {
        const path = routePath(event.detail.url); // with a basePath: routePath(event.detail.url, '/base')
        if (path === null) return; // left to the browser
        event.preventDefault();
        router.push(path);
      }}
    />
  );
}
