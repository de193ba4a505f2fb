import type { MemberRow, ProductSpaceRow, ProjectRow, ServiceEntry } from '../../tables/rows.js';

export const organization = { id: 'org_harbour_pine', name: 'Harbour & Pine' };

export const project: ProjectRow = { id: 'prj_online_shop', name: 'Online shop', organization };

export const productSpace: ProductSpaceRow = {
  id: 'psp_harbour_pine',
  name: 'Harbour & Pine website',
  description: 'Where customers see their notifications.',
  orgId: organization.id,
  code: 'HARBOUR-PINE-WEBSITE',
};

const people = [
  ['Amelia', 'Marsh'],
  ['Ravi', 'Kumar'],
  ['Lotte', 'Olsen'],
  ['Omar', 'Haddad'],
  ['Mei', 'Lin'],
  ['Jonas', 'Weber'],
  ['Priya', 'Shah'],
  ['Ann', 'Kowalski'],
  ['Tomás', 'Silva'],
  ['Ingrid', 'Nygård'],
  ['Kwame', 'Mensah'],
  ['Sofia', 'Rossi'],
  ['Daniel', 'Cohen'],
  ['Aoife', 'Byrne'],
  ['Hiro', 'Tanaka'],
  ['Leila', 'Farouk'],
  ['Marek', 'Novák'],
  ['Chloé', 'Martin'],
  ['Ben', 'Okafor'],
  ['Sanna', 'Virtanen'],
  ['Luis', 'Ortega'],
  ['Nadia', 'Petrova'],
  ['Owen', 'Hughes'],
  ['Yara', 'Nasser'],
  ['Emil', 'Larsen'],
  ['Grace', 'Adeyemi'],
  ['Paul', 'Fischer'],
  ['Zoe', 'Papadopoulos'],
] as const;

/** Twenty-eight people, which is more than one page. The last three have not accepted their invitation yet. */
export const members: readonly MemberRow[] = people.map(([firstName, lastName], index) => ({
  id: `mem_${String(index + 1).padStart(2, '0')}`,
  email: `${toAscii(firstName)}.${toAscii(lastName)}@harbour-pine.example`,
  firstName,
  lastName,
  userId: `usr_${String(index + 1).padStart(2, '0')}`,
  countryCode: '+44',
  // Numbers reserved for fiction: https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
  phoneNumber: `7700900${String(100 + index)}`,
  status: index < people.length - 3 ? 'active' : 'invited',
}));

function toAscii(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** The user recorded as creator and modifier of records written with the client key. */
export const keyOwner = 'usr_01';

export const services: readonly ServiceEntry[] = [
  entry('svc_nudge', 'nudge', 'Nudge', 'Notifications in the app and on every other channel.', true),
  entry('svc_customer', 'customer', 'Customers', 'Customer pools, attributes and segments.', true),
  entry('svc_media', 'media', 'Media', 'Files that go in and come out.', true),
  entry('svc_survey', 'survey', 'Surveys', 'Questions after an order.', false),
];

function entry(
  serviceId: string,
  name: string,
  tradeName: string,
  description: string,
  isEnabledInProject: boolean,
): ServiceEntry {
  return {
    serviceId,
    service: {
      name,
      tradeName,
      description,
      icon: `https://example.com/icons/${name}.svg`,
      isPublished: true,
    },
    isBillingPaused: false,
    isProjectBillingPaused: !isEnabledInProject,
    isEnabledInProject,
  };
}
