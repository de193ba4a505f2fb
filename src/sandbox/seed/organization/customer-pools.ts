import type {
  AttributeRow,
  CohortSegmentRow,
  CustomerPoolRow,
  CustomerRow,
  History,
} from '../../tables/rows.js';
import { defaultCustomer, secondCustomer } from '../customers.js';
import { day } from '../../durations.js';
import { keyOwner, organization, project } from './project.js';

export const customerPools: readonly CustomerPoolRow[] = [
  pool('pool_customers', 'Shop customers', 'Everyone who has bought something.', true),
  pool('pool_newsletter', 'Newsletter readers', 'Those who asked for the letter, customers or not.', true),
  pool('pool_wholesale', 'Wholesale', 'Cafés and small shops that buy by the box.', false),
];

function pool(id: string, name: string, description: string, isOwner: boolean): CustomerPoolRow {
  return {
    id,
    name,
    description,
    poolLevel: 'organization',
    globalAccess: isOwner,
    organization,
    project: { id: project.id, name: project.name },
    isOwner,
    accessLevel: isOwner ? 'manage' : 'no_access',
  };
}

export function createHistory(date: number): History {
  const at = new Date(date).toISOString();
  return {
    createdById: keyOwner,
    createdDate: at,
    modifiedById: keyOwner,
    modifiedDate: at,
    isActive: true,
    isDeleted: false,
  };
}

/** Each with its name, display name, type and description. */
const applicationAttributes = [
  ['uniqueCustomerId', 'Customer id', 'text', 'The id that the shop gave.'],
  ['email', 'Email', 'email', 'Where letters go.'],
  ['phoneNumber', 'Phone', 'phone', 'With the country code.'],
  ['firstName', 'First name', 'text', ''],
  ['lastName', 'Last name', 'text', ''],
  ['language', 'Language', 'text', 'As in the shop’s settings.'],
  ['timezone', 'Time zone', 'text', 'For the hours of rest.'],
  ['country', 'Country', 'text', ''],
  ['city', 'City', 'text', ''],
  ['createdDate', 'Customer since', 'date', ''],
] as const;

const customAttributes = [
  ['lifetimeValue', 'Spent so far', 'number', 'In pounds, returns taken off.'],
  ['orderCount', 'Orders', 'number', 'All that were paid.'],
  ['lastOrderDate', 'Last order', 'date', ''],
  ['firstOrderDate', 'First order', 'date', ''],
  ['returnCount', 'Returns', 'number', ''],
  ['membershipTier', 'Membership', 'text', 'None, friend or keeper.'],
  ['points', 'Points', 'number', ''],
  ['shoeSize', 'Shoe size', 'number', 'European.'],
  ['favouriteCategory', 'Favourite category', 'text', 'Where most of the money went.'],
  ['wishListCount', 'Things on the wish list', 'number', ''],
  ['hasRepairs', 'Had something repaired', 'boolean', ''],
  ['newsletterConsent', 'Wants the letter', 'boolean', ''],
  ['smsConsent', 'Wants text messages', 'boolean', ''],
  ['birthday', 'Birthday', 'date', 'Day and month are enough.'],
  ['preferredPickupPoint', 'Pick-up point', 'text', ''],
  ['reviewCount', 'Reviews written', 'number', ''],
  ['referredBy', 'Came through', 'text', ''],
  ['hasDog', 'Has a dog', 'boolean', 'They told us.'],
] as const;

/** The first pool has twenty-eight attributes, which is more than one page. */
export function createAttributes(now: number): AttributeRow[] {
  const created = createHistory(now - 900 * day);
  return customerPools.flatMap(({ id: customerPoolId }, poolIndex) => {
    const custom = poolIndex === 0 ? customAttributes : customAttributes.slice(0, 3);
    const typed = [
      ...applicationAttributes.map((attribute) => ['APP', attribute] as const),
      ...custom.map((attribute) => ['CUSTOM', attribute] as const),
    ];
    return typed.map(
      ([attributeType, [fieldName, fieldDisplayName, fieldType, fieldDescription]]): AttributeRow => ({
        id: poolIndex === 0 ? `atr_${fieldName}` : `atr_${fieldName}_${poolIndex + 1}`,
        fieldName,
        fieldDisplayName,
        fieldDescription,
        fieldType,
        organizationId: organization.id,
        customerPoolId,
        isMandatory: fieldName === 'uniqueCustomerId',
        attributeType,
        ...created,
      }),
    );
  });
}

export const customers: readonly CustomerRow[] = [defaultCustomer, secondCustomer, 'customer-50001'].map(
  (uniqueCustomerId, index) => ({
    id: `cst_0${index + 1}`,
    uniqueCustomerId,
    customerPoolId: 'pool_customers',
  }),
);

export function createCohortSegments(now: number): CohortSegmentRow[] {
  const segment = (id: string, name: string, description: string, field: string, value: string) => ({
    id,
    name,
    description,
    cohortQuery: {
      combinator: 'AND',
      rules: [
        {
          id: `${id}_rule_1`,
          field,
          attributeId: `atr_${field}`,
          operator: '>',
          value,
          valueSource: 'field',
        },
      ],
      not: false,
    },
    queryToSql: `"${field}" > ${value}`,
    poolId: 'pool_customers',
    organizationId: organization.id,
    projectId: project.id,
    ...createHistory(now - 200 * day),
  });
  return [
    segment('seg_keepers', 'Keepers', 'Spent more than five hundred pounds.', 'lifetimeValue', '500'),
    segment('seg_regulars', 'Regulars', 'Ordered more than five times.', 'orderCount', '5'),
    segment('seg_reviewers', 'Reviewers', 'Wrote more than two reviews.', 'reviewCount', '2'),
  ];
}
