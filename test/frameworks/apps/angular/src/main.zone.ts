import { provideZoneChangeDetection } from '@angular/core';
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { angular, ZoneApp } from './zone-app';

bootstrapApplication(ZoneApp, { providers: [provideZoneChangeDetection(), provideClientHydration()] })
  .then((app) => app.isStable.subscribe((isStable) => (angular.isStable = isStable)))
  .catch((error: unknown) => console.error(error));
