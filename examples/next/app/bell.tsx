'use client';

import { useRouter } from 'next/navigation';
import { NudgeBell } from 'nudge-inbox/react';

export function Bell({ customerKey }: { customerKey: string }) {
  const router = useRouter();
  return (
    <NudgeBell
      baseUrl="/v1/engagement"
      backendUrl="/inbox"
      customerKey={customerKey}
      onNudgeNavigate={(event) => {
        const url = new URL(event.detail.url);
        if (url.origin !== location.origin) return;
        event.preventDefault(); // otherwise the browser loads the page
        router.push(url.pathname + url.search + url.hash);
      }}
    />
  );
}
