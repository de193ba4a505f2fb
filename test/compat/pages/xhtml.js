// Needed by pages sent as application/xhtml+xml, as some of JavaServer Faces are. These lines are those of the documentation.
Object.assign(window, {
  litHtmlPolyfillSupport(Template) {
    const html = document.implementation.createHTMLDocument();
    Template.createElement = (text) => {
      const template = html.createElement('template');
      template.innerHTML = text;
      return template;
    };
  },
});
