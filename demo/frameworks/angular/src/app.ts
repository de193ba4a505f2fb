import { Component, computed, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import 'nudge-inbox/define';
import type { NudgeEventMap } from 'nudge-inbox';
import { failOnce, lineOf, notify, renderNotification, requests, sessions, type Customer } from './service';

/** What a page may set by mistake. */
const wrong: any = { session: {}, label: 5, messages: 'none', maxCount: 'many', renderNotification: 'card' };
const wrongForPreferences: any = { baseUrl: '/v1/service', getToken: () => null, ids: 'n1', groups: 7 };

@Component({
  selector: 'app-root',
  templateUrl: './app.html',
  // Tags with a hyphen are custom elements, whose properties and events the checker of templates does not know.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
})
export class App {
  readonly isMounted = signal(true);
  readonly customer = signal<Customer>('anna');
  readonly label = signal('News');
  readonly isWrong = signal(false);
  readonly path = signal('/');
  readonly heard = signal<string[]>([]);

  readonly #session = computed(() => sessions[this.customer()]);
  readonly #right = computed(() => ({
    session: this.#session(),
    label: this.label(),
    messages: { all: `All ${this.label()}` },
    maxCount: 9,
    renderNotification,
  }));
  readonly bell = computed(() => (this.isWrong() ? wrong : this.#right()));
  readonly preferences = computed(() =>
    this.isWrong() ? wrongForPreferences : { session: this.#session() },
  );

  log(event: CustomEvent<object>): void {
    this.#write(lineOf(event));
  }

  /** In an app with a router: `this.router.navigateByUrl(…)`. */
  route(event: NudgeEventMap['nudge-navigate']): void {
    event.preventDefault();
    this.path.set(new URL(event.detail.url).pathname);
    this.log(event);
  }

  act(event: NudgeEventMap['nudge-action']): void {
    event.detail.waitUntil(Promise.resolve('approved'));
    this.log(event);
  }

  changeCustomer(): void {
    this.customer.update((customer) => (customer === 'anna' ? 'ravi' : 'anna'));
  }

  changeLabel(): void {
    this.label.update((label) => (label === 'News' ? 'Messages' : 'News'));
  }

  changeTypes(): void {
    this.isWrong.update((isWrong) => !isWrong);
  }

  notify(): void {
    notify(this.customer());
  }

  failOnce(): void {
    failOnce();
  }

  tellRequests(): void {
    this.#write(requests());
  }

  #write(line: string): void {
    this.heard.update((lines) => [...lines, line]);
  }
}
