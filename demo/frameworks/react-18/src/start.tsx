import { StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

export function start(app: ReactNode): void {
  const root = document.querySelector('#app');
  if (!root) throw new Error('There is no place for the app.');
  const strict = <StrictMode>{app}</StrictMode>;
  // Where the server has rendered the page already, it is only brought to life.
  if (root.firstElementChild) hydrateRoot(root, strict);
  else createRoot(root).render(strict);
}
