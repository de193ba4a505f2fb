import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { App } from './app';

bootstrapApplication(App, {
  // The second provider is for pages that a server has rendered.
  providers: [provideZonelessChangeDetection(), provideClientHydration()],
}).catch((error: unknown) => console.error(error));
