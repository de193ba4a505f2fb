import { expect, fixture, html } from '@open-wc/testing';
import { LitElement, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { Modal } from '../../../src/elements/shared/modal.js';
import { waitUntil } from '../support.js';

class DialogElement extends LitElement {
  readonly modal = new Modal(this);

  protected override render(): TemplateResult | typeof nothing {
    if (!this.modal.isOpen) return nothing;
    return html`<dialog
      ${ref(this.modal.dialog)}
      @close=${this.modal.handleClose}
      @click=${this.modal.handleClick}
    >
      <p>Text</p>
    </dialog>`;
  }
}
customElements.define('dialog-element', DialogElement);

const renderOpen = async (): Promise<DialogElement> => {
  const element = await fixture<DialogElement>(html`<dialog-element></dialog-element>`);
  element.modal.open();
  await element.updateComplete;
  return element;
};

describe('Modal', () => {
  it('stays open if it opens again before the browser has reported that it closed', async () => {
    const { modal, updateComplete } = await renderOpen();
    const dialog = modal.dialog.value!;
    const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
    modal.close();
    modal.open();
    await updateComplete;
    await closed;
    expect(modal.isOpen).to.be.true;
    expect(modal.dialog.value).to.equal(dialog);
    expect(dialog.matches(':modal')).to.be.true;
  });

  it('closes when the browser closes the dialog', async () => {
    const { modal } = await renderOpen();
    modal.dialog.value!.close();
    await waitUntil(() => !modal.isOpen);
  });

  it('does not open in an element that was removed, nor when that is back', async () => {
    const element = await fixture<DialogElement>(html`<dialog-element></dialog-element>`);
    const { parentElement } = element;
    element.remove();
    element.modal.open();
    parentElement!.append(element);
    await element.updateComplete;
    expect(element.modal.isOpen).to.be.false;
  });

  for (const style of ['display: none', 'content-visibility: hidden'])
    it(`closes, and gives the page back, when an ancestor has ${style}`, async () => {
      const { modal, parentElement } = await renderOpen();
      const dialog = modal.dialog.value!;
      parentElement!.setAttribute('style', style);
      await waitUntil(() => !modal.isOpen);
      expect(dialog.matches(':modal')).to.be.false;
    });

  it('closes on a click beside its content, and not within', async () => {
    const { modal } = await renderOpen();
    modal.dialog.value!.querySelector('p')!.click();
    expect(modal.isOpen).to.be.true;
    modal.dialog.value!.click();
    expect(modal.isOpen).to.be.false;
  });
});
