import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './App';
import { Bell, Preferences } from './Components';

/** The app as HTML. Its elements render in the browser. */
export function render(): string {
  return renderToString(
    <StrictMode>
      <App Bell={Bell} Preferences={Preferences} />
    </StrictMode>,
  );
}
