// Needed by shops and portals of 2005 to 2015: what Prototype.js before 1.7.3, Date.js, and a fetch() by XMLHttpRequest do to a page.
{
  Array.from = (list) => [].slice.call(list);
  Array.prototype.entries = function () {
    return [...this];
  };
  Array.prototype.reduce = function () {
    return this.length > 1 ? this : this[0];
  };
  Array.prototype.toJSON = function () {
    return `[${this.join(', ')}]`;
  };
  Date.parse = () => null;
  const { fetch } = window;
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    const { ok, status, headers } = response;
    return { ok, status, headers, text: () => response.text(), json: () => response.json() };
  };
}
