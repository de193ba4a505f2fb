'use client';

import { useRouter } from 'next/navigation';
import { routePath } from 'nudge-inbox';
import { NudgeBell } from 'nudge-inbox/react';

export function Bell({ customerKey }: { customerKey: string }) {
  const router = useRouter();
  return (
    <NudgeBell
      baseUrl="/v1/engagement"
      backendUrl="/inbox"
      customerKey={customerKey}
      onNudgeNavigate={(event) => {
        const path = routePath(event.detail.url); // with a basePath: routePath(event.detail.url, '/base')
        if (path === null) return; // left to the browser
        event.preventDefault();
        router.push(path);
      }}
    />
  );
}
