import type { Notification } from '../../api/schemas/notification.js';

const text = 'Text';

/** What most notifications have, but for pictures, which the browser would load. */
export const sampleRecord: Notification = {
  id: text,
  createdDate: '2026-01-01',
  isRead: false,
  productSpaceId: null,
  uniqueCustomerId: null,
  payload: {
    title: text,
    subTitle: null,
    body: text,
    avatar: [{ iconURL: null, fallBackName: text, iconRedirectURL: null }],
    attachmentsImage: [],
    attachments: [{ type: text, fileName: text, url: null }],
    itemRedirect: null,
    tags: [{ tagName: text, url: null, icon: null }],
    actionButtons: {
      primary: { name: text, url: null, onclickAction: text },
      secondary: null,
      tertiary: null,
    },
  },
};
