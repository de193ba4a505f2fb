import type { LitElement, ReactiveController } from 'lit';
import { subscribeToMessages, localizationFor, type Localization } from '../../localization/localization.js';
import { withOverrides, type Messages } from '../../localization/messages.js';
import { nearestLanguage, observeLanguage } from './language.js';

export interface LocalizationHost extends LitElement {
  /** Texts that replace those of the language. */
  messages?: Partial<Messages> | undefined;
  /** The localization of an enclosing element, which takes precedence over the nearest `lang`. */
  localization?: Localization | undefined;
}

/** Provides the texts and the locale of an element, by the nearest `lang`, and updates the element when they change. */
export class LocalizationController implements ReactiveController {
  readonly #host: LocalizationHost;
  /** The localization without the element's own texts. */
  #base: Localization | undefined;
  #overrides: Partial<Messages> | undefined;
  #current: Localization | undefined;
  #unsubscribes: (() => void)[] = [];

  constructor(host: LocalizationHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The same object for as long as nothing of it changes. */
  get current(): Localization {
    return this.#current ?? this.#nearest;
  }

  get messages(): Messages {
    return this.current.messages;
  }

  get locale(): string {
    return this.current.locale;
  }

  get #nearest(): Localization {
    return localizationFor(nearestLanguage(this.#host));
  }

  hostConnected(): void {
    if (this.#host.localization) return;
    const update = (): void => {
      if (this.#nearest !== this.#base) this.#host.requestUpdate();
    };
    this.#unsubscribes = [observeLanguage(this.#host, update), subscribeToMessages(update)];
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const base = this.#host.localization ?? this.#nearest;
    const { messages } = this.#host;
    if (base === this.#base && messages === this.#overrides) return;
    this.#base = base;
    this.#overrides = messages;
    this.#current = messages ? { ...base, messages: withOverrides(base.messages, messages) } : base;
  }

  hostDisconnected(): void {
    this.#unsubscribes.forEach((unsubscribe) => unsubscribe());
    this.#unsubscribes = [];
  }
}
