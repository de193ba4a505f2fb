import { sendKeys } from '@web/test-runner-commands';
import type { LitElement } from 'lit';
import { clickOn, pictureUrl, queryAll, queryOne, visibleText, waitUntil } from '../../support.js';

const names = ['One', 'Two', 'Three', 'Four', 'Five'];
export const images = names.map((name) => ({
  iconURL: `${pictureUrl}?${name}`,
  fallBackName: name,
  iconRedirectURL: '',
}));

export const pictureButtons = (element: Element): HTMLElement[] => queryAll(element, '.images button');
export const viewers = (element: Element): HTMLDialogElement[] =>
  queryAll<HTMLDialogElement>(element, '.viewer');
export const caption = (element: Element): string => visibleText(queryOne(element, '.caption p'));
/** Returns the image on show. */
export const shownImage = (element: Element): HTMLImageElement =>
  queryOne<HTMLImageElement>(element, '.picture[aria-hidden=false] img');
/** Returns the button of the viewer with this name. */
export const viewerButton = (element: Element, name: string): HTMLElement =>
  queryOne(element, `.viewer button[aria-label="${name}"]`);

export async function openViewer(element: Element, index: number): Promise<HTMLDialogElement> {
  await clickOn(pictureButtons(element)[index]!);
  return queryOne<HTMLDialogElement>(element, '.viewer');
}

/** Shows the picture of this address in the image, and waits until it has its size. */
export async function loadPicture(image: HTMLImageElement, address: string): Promise<void> {
  image.src = address;
  // Not its event, which may still be that of the picture before.
  await waitUntil(() => image.currentSrc === address && image.complete && image.naturalWidth > 0);
}

/** Presses the keys one by one and returns the caption after each. */
export async function captionsAfterKeys(element: LitElement, keys: readonly string[]): Promise<string[]> {
  const captions: string[] = [];
  for (const key of keys) {
    await sendKeys({ press: key });
    await element.updateComplete;
    captions.push(caption(element));
  }
  return captions;
}
