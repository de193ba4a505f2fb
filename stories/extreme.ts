const picture = (iconURL: string, fallBackName: string) => ({ iconURL, fallBackName, iconRedirectURL: '' });
const photos = ['lake', 'tent', 'lamp', 'mug', 'boots', 'chair', 'blanket', 'workshop'];
const people = ['amelia', 'ravi', 'lotte', 'mei', 'omar', 'ann'];

export const longText = {
  title: 'A title that goes on '.repeat(40),
  subTitle: 'AndOneWordThatNeverEnds'.repeat(20),
  body: 'A sentence that says little but takes its time to do so. '.repeat(120),
};

export const manyOfEach = {
  title: 'Many of each',
  avatar: people.map((name) => picture(`/pictures/${name}.svg`, name)),
  attachmentsImage: Array.from({ length: 20 }, (_, index) =>
    picture(`/pictures/photo-${photos[index % photos.length]}.svg`, `Photo ${index + 1}`),
  ),
  attachments: Array.from({ length: 20 }, (_, index) => ({
    type: 'pdf',
    fileName: `page-${index + 1}.pdf`,
    url: '/files/invoice-2025-10.pdf',
  })),
  tags: Array.from({ length: 20 }, (_, index) => ({ tagName: `Tag ${index + 1}`, url: '', icon: '' })),
};

export const longNames = {
  title: 'Names that nobody planned for',
  attachments: [
    { type: 'pdf', fileName: `${'statement-of-account-'.repeat(12)}.pdf`, url: '/files/refund-1038.pdf' },
    { type: 'averyveryunusualending', fileName: 'x', url: '/files/refund-1038.pdf' },
  ],
  tags: [
    { tagName: 'OneTagThatIsAWholeSentenceWithoutASpace'.repeat(4), url: '', icon: '' },
    { tagName: 'Short', url: '', icon: '/pictures/nowhere.svg' },
  ],
  actionButtons: {
    primary: { name: 'Read the terms and conditions and agree to them', url: '', onclickAction: 'agree' },
    secondary: { name: 'Remind me of this in a week or so', url: '', onclickAction: 'remind' },
    tertiary: { name: 'I would rather not', url: '', onclickAction: 'refuse' },
  },
};

export const hostileText = {
  title: '<img src=x onerror=alert(1)>',
  subTitle: '{{7*7}} ${7*7} &amp;',
  body: '**not bold** <b>not bold either</b> <script>alert(1)</script>',
};

export const hostileLinks = {
  title: 'None of these links is usable',
  itemRedirect: 'javascript:alert(1)',
  avatar: [{ iconURL: 'javascript:alert(1)', fallBackName: 'Jo Doe', iconRedirectURL: 'data:text/html,x' }],
  attachments: [{ type: 'pdf', fileName: 'invoice.pdf', url: 'JaVaScRiPt:alert(1)' }],
  tags: [{ tagName: 'A tag', url: 'vbscript:x', icon: '' }],
  actionButtons: { primary: { name: 'Press', url: '//user:word@example.com', onclickAction: 'navigate' } },
};

export const bidiControls = {
  title: 'Your file \u202Efdp.exe is here',
  body: 'The bidi control affects this text only: \u202Etxet denrut',
  attachments: [{ type: 'exe', fileName: 'invoice\u202Efdp.exe', url: '/files/my-data.zip' }],
};

export const emptyFields = {
  title: ' \u200B ',
  subTitle: '',
  body: null,
  avatar: [null],
  tags: [{}, 5, null],
};

export const wrongTypes = {
  title: 42,
  body: ['no', 'text'],
  avatar: 'nobody',
  attachments: { 0: 'x' },
  tags: [{ tagName: 'The only valid tag', url: 7 }],
  actionButtons: [],
};

export const otherScripts = {
  title: 'مرحبا hello שלום 你好 नमस्ते',
  subTitle: '👩‍👩‍👧‍👦🏳️‍🌈 Z̷̢a̶͠l̸͝g̵̈́o̷͐',
  body: 'طلبك رقم 1038 (Walking boots) وصل.\nאחת, two, 三.',
};

/** One notification of each kind, and one without a payload. */
export const extremeFields: readonly (Readonly<Record<string, unknown>> | null)[] = [
  otherScripts,
  wrongTypes,
  emptyFields,
  bidiControls,
  hostileLinks,
  hostileText,
  longNames,
  manyOfEach,
  longText,
  null,
];
