import { provideZonelessChangeDetection } from '@angular/core';
import {
  bootstrapApplication,
  provideClientHydration,
  type BootstrapContext,
} from '@angular/platform-browser';
import { provideServerRendering } from '@angular/ssr';
import { App } from './app';

const providers = [provideZonelessChangeDetection(), provideClientHydration(), provideServerRendering()];

/** The app as HTML. Its elements render in the browser. */
export default (context: BootstrapContext) => bootstrapApplication(App, { providers }, context);
