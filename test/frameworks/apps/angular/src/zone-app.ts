import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import 'nudge-inbox/define';
import { createSession } from 'nudge-inbox';
import { OwnInterface } from './own-interface';

/** What Angular does, for the test. */
export const angular = { checks: 0, isStable: false };
Object.assign(globalThis, { angular });

const addresses = { baseUrl: '/v1/engagement', backendUrl: '/inbox' };

/** For an app with zone.js: a bell and an interface without the elements, each with a session and a stream of its own. */
@Component({
  selector: 'app-root',
  imports: [OwnInterface],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <nudge-bell [baseUrl]="addresses.baseUrl" [backendUrl]="addresses.backendUrl" />
    <app-own-interface [session]="session" />
  `,
})
export class ZoneApp {
  readonly addresses = addresses;
  readonly session = typeof document === 'undefined' ? undefined : createSession(addresses);

  ngDoCheck(): void {
    angular.checks += 1;
  }
}
