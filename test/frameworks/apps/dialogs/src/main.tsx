import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

// The documentation prints each of these files, with one component.
const files = import.meta.glob<Record<string, ComponentType>>(['./*.tsx', '!./main.tsx']);

const name = new URLSearchParams(location.search).get('dialog');
const { InboxDialog } = await files[`./${name}.tsx`]();
createRoot(document.querySelector('#app')!).render(<InboxDialog />);
