import { Component, computed, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import 'nudge-inbox/define';
import type { NudgeEventMap } from 'nudge-inbox';
import { OwnInterface } from './own-interface';
import {
  addNotification,
  failNextSave,
  formatEvent,
  formatRequests,
  renderNotification,
  sessions,
  type Customer,
} from './service';

@Component({
  selector: 'app-root',
  templateUrl: './app.html',
  imports: [OwnInterface],
  // Allows tags with a hyphen. Angular does not check their properties and events.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
})
export class App {
  readonly isMounted = signal(true);
  readonly customer = signal<Customer>('anna');
  readonly label = signal('News');
  readonly path = signal('/');
  readonly lines = signal<string[]>([]);

  readonly session = computed(() => sessions[this.customer()]);
  readonly messages = computed(() => ({ all: `All ${this.label()}` }));
  readonly renderNotification = renderNotification;

  logEvent(event: CustomEvent<object>): void {
    this.#addLine(formatEvent(event));
  }

  /** In an app with a router: `this.router.navigateByUrl(…)`. */
  handleNavigate(event: NudgeEventMap['nudge-navigate']): void {
    event.preventDefault();
    this.path.set(new URL(event.detail.url).pathname);
    this.logEvent(event);
  }

  handleAction(event: NudgeEventMap['nudge-action']): void {
    event.detail.waitUntil(Promise.resolve('approved'));
    this.logEvent(event);
  }

  switchSession(): void {
    this.customer.update((customer) => (customer === 'anna' ? 'ravi' : 'anna'));
  }

  switchLabel(): void {
    this.label.update((label) => (label === 'News' ? 'Messages' : 'News'));
  }

  addNotification(): void {
    addNotification(this.customer());
  }

  failNextSave(): void {
    failNextSave();
  }

  logRequests(): void {
    this.#addLine(formatRequests());
  }

  #addLine(line: string): void {
    this.lines.update((previous) => [...previous, line]);
  }
}
