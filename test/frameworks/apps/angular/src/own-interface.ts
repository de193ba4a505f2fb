import { Component, input } from '@angular/core';
import type { Session } from 'nudge-inbox';
import { injectNotifications, injectPreferences, injectUnreadCount } from 'nudge-inbox/client/angular';

/** An interface without the elements. It shares the state of the session with them. */
@Component({
  selector: 'app-own-interface',
  template: `
    <section aria-label="Own interface">
      <p>{{ unreadCount() }} unread</p>
      <ul aria-label="Own list">
        @for (item of notifications().items; track item.id) {
          <li>{{ item.record?.payload?.title }}</li>
        }
      </ul>
      <ul aria-label="Own groups">
        @for (group of preferences().groups; track group.id) {
          <li>{{ group.name }}: {{ group.isGroupNotificationOff ? 'off' : 'on' }}</li>
        }
      </ul>
      <button (click)="session()?.notifications?.markAllRead()">Read all here</button>
    </section>
  `,
})
export class OwnInterface {
  readonly session = input<Session>();
  readonly notifications = injectNotifications(this.session);
  readonly unreadCount = injectUnreadCount(this.session);
  readonly preferences = injectPreferences(this.session);
}
