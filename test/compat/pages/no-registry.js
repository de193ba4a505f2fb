// Needed by content scripts of browser extensions: Chromium gives them no registry of elements.
Object.defineProperty(window, 'customElements', { value: null });
