import { StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

export function start(app: ReactNode): void {
  const root = document.querySelector('#app');
  if (!root) throw new Error('The page has no element #app.');
  const strictApp = <StrictMode>{app}</StrictMode>;
  // Hydrates a page that the server has rendered.
  if (root.firstElementChild) hydrateRoot(root, strictApp);
  else createRoot(root).render(strictApp);
}
