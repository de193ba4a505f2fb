import { expect } from '@open-wc/testing';
import { fileKind } from '../../../src/elements/card/file-kind.js';

describe('fileKind()', () => {
  for (const [type, fileName, kind] of [
    ['pdf', 'invoice.pdf', 'pdf'],
    ['PDF', null, 'pdf'],
    [' .pdf ', null, 'pdf'],
    ['application/pdf', 'invoice.pdf', 'pdf'],
    ['Application/PDF', null, 'pdf'],
    ['application/x-pdf', null, 'pdf'],
    ['text/csv; charset=utf-8', null, 'csv'],
    ['text/plain', 'notes', 'txt'],
    ['text/calendar', null, 'ics'],
    ['image/jpeg', null, 'jpeg'],
    ['image/svg+xml', null, 'svg'],
    ['application/zip', null, 'zip'],
    ['application/x-zip-compressed', null, 'zip'],
    ['application/msword', null, 'doc'],
    ['application/vnd.ms-excel', null, 'xls'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', null, 'docx'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'x', 'xlsx'],
    ['application/vnd.oasis.opendocument.text', null, 'odt'],
    ['application/octet-stream', 'figures.CSV', 'csv'],
    ['application/vnd.unknown-thing', 'a.b.xyz', 'xyz'],
    ['application/constructor', null, null],
    ['application/', 'a.pdf', 'pdf'],
    ['document', 'letter.docx', 'docx'],
    ['', 'figures.csv', 'csv'],
    [null, 'figures.csv ', 'csv'],
    [null, '.env', 'env'],
    [null, 'no-extension', null],
    [null, 'ends-with-a-dot.', null],
    [null, 'x.averylongextension', null],
    ['p"df', 'x.p df', null],
    [null, null, null],
  ] as const) {
    it(`returns ${String(kind)} for the type ${JSON.stringify(type)} and the name ${JSON.stringify(fileName)}`, () => {
      expect(fileKind(type, fileName)).to.equal(kind);
    });
  }
});
