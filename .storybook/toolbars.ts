import type { Preview } from '@storybook/web-components-vite';

/** The toolbars above each story. A story that needs a certain value sets it in its `globals`. */
export const toolbars: NonNullable<Preview['globalTypes']> = {
  theme: {
    description: 'Colour scheme',
    toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
  },
  direction: {
    description: 'Text direction',
    toolbar: {
      icon: 'transfer',
      items: [{ value: 'auto', title: 'from the language' }, 'ltr', 'rtl'],
      dynamicTitle: true,
    },
  },
  language: {
    description: 'Locale',
    toolbar: {
      icon: 'globe',
      items: 'en ar de es fr he hi it ja ko nl pl pt pt-PT tr zh zh-Hant'.split(' '),
      dynamicTitle: true,
    },
  },
  data: {
    description: 'Notifications of the customer',
    toolbar: {
      icon: 'database',
      items: [
        { value: 'usual', title: '15 notifications' },
        { value: 'empty', title: 'none' },
        { value: 'few', title: '3 notifications' },
        { value: 'many', title: '200 notifications' },
        { value: 'reference', title: 'visual reference' },
        { value: 'extreme', title: 'extreme content' },
      ],
      dynamicTitle: true,
    },
  },
  latency: {
    description: 'Latency',
    toolbar: {
      icon: 'time',
      items: [
        { value: '0', title: 'latency 0 ms' },
        { value: '300', title: 'latency 300 ms' },
        { value: '2000', title: 'latency 2 s' },
        { value: 'never', title: 'no response' },
      ],
      dynamicTitle: true,
    },
  },
  failures: {
    description: 'Failure',
    toolbar: {
      icon: 'alert',
      items: [
        { value: 'none', title: 'no failure' },
        { value: 'some', title: 'every third request once' },
        { value: 'down', title: 'HTTP 500' },
        { value: 'unreachable', title: 'network error' },
        { value: 'signed-out', title: 'signed out' },
        { value: 'preferences', title: 'preferences cannot be saved' },
      ],
      dynamicTitle: true,
    },
  },
};

export const initialGlobals: NonNullable<Preview['initialGlobals']> = {
  theme: 'light',
  direction: 'auto',
  language: 'en',
  data: 'usual',
  latency: '0',
  failures: 'none',
};
