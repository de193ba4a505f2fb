import { sendKeys } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import { all, one, picture, press, seen, settle } from '../support.js';

const names = ['One', 'Two', 'Three', 'Four', 'Five'];
export const images = names.map((name) => ({
  iconURL: `${picture}?${name}`,
  fallBackName: name,
  iconRedirectURL: '',
}));

export const pictureButtons = (element: Element): HTMLElement[] => all(element, '.images button');
export const viewers = (element: Element): HTMLDialogElement[] => all<HTMLDialogElement>(element, '.viewer');
export const caption = (element: Element): string => seen(one(element, '.caption p'));
/** A button of the viewer, by its name. */
export const button = (element: Element, name: string): HTMLElement =>
  one(element, `.viewer button[aria-label="${name}"]`);

export async function openAt(element: NudgeNotification, index: number): Promise<HTMLDialogElement> {
  await press(pictureButtons(element)[index]!);
  return one<HTMLDialogElement>(element, '.viewer');
}

/** Presses the keys one by one, and tells what is shown after each. */
export async function shownBy(element: Element, keys: readonly string[]): Promise<string[]> {
  const shown: string[] = [];
  for (const key of keys) {
    await sendKeys({ press: key });
    await settle();
    shown.push(caption(element));
  }
  return shown;
}
