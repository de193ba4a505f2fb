import { provideZoneChangeDetection } from '@angular/core';
import {
  bootstrapApplication,
  provideClientHydration,
  type BootstrapContext,
} from '@angular/platform-browser';
import { provideServerRendering } from '@angular/ssr';
import { ZoneApp } from './zone-app';

const providers = [provideZoneChangeDetection(), provideClientHydration(), provideServerRendering()];

export default (context: BootstrapContext) => bootstrapApplication(ZoneApp, { providers }, context);
