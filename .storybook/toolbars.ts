import type { Preview } from '@storybook/web-components-vite';

/** The choices above each story. A story that is about one of them pins it with its own `globals`. */
export const toolbars: NonNullable<Preview['globalTypes']> = {
  theme: {
    description: 'Colour scheme',
    toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
  },
  direction: {
    description: 'Direction of writing',
    toolbar: {
      icon: 'transfer',
      items: [{ value: 'auto', title: 'direction of the language' }, 'ltr', 'rtl'],
      dynamicTitle: true,
    },
  },
  language: {
    description: 'Language',
    toolbar: {
      icon: 'globe',
      items: 'en ar de es fr he hi it ja ko nl pl pt tr zh'.split(' '),
      dynamicTitle: true,
    },
  },
  data: {
    description: 'What the customer has',
    toolbar: {
      icon: 'database',
      items: [
        { value: 'usual', title: '15 notifications' },
        { value: 'empty', title: 'none' },
        { value: 'few', title: '3 notifications' },
        { value: 'many', title: '200 notifications' },
        { value: 'reference', title: 'those of the design' },
        { value: 'extreme', title: 'extreme content' },
      ],
      dynamicTitle: true,
    },
  },
  latency: {
    description: 'How long the service takes',
    toolbar: {
      icon: 'time',
      items: [
        { value: '0', title: 'answers at once' },
        { value: '300', title: 'answers after 300 ms' },
        { value: '2000', title: 'answers after 2 s' },
        { value: 'never', title: 'never answers' },
      ],
      dynamicTitle: true,
    },
  },
  failures: {
    description: 'What goes wrong',
    toolbar: {
      icon: 'alert',
      items: [
        { value: 'none', title: 'nothing fails' },
        { value: 'some', title: 'every third fails once' },
        { value: 'down', title: 'the service is down' },
        { value: 'unreachable', title: 'no connection' },
        { value: 'signed-out', title: 'nobody is signed in' },
        { value: 'preferences', title: 'no preference can be saved' },
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
