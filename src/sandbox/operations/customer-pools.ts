import type { OrganizationData } from '../data.js';
import { ServiceError } from '../envelope.js';
import { paginate, singlePage } from '../paging.js';
import { createSearch, requiredChoice } from '../queries.js';
import type { Call, ClientOperation } from '../routing.js';
import { history } from '../seed/organization/customer-pools.js';
import { keyOwner } from '../seed/organization/project.js';
import type { AttributeRow, CustomerPoolRow } from '../tables/rows.js';
import { without } from '../tables/without.js';

const pools = '/customer/projects/:projectId/customer-pools';

/** Contract §4.1. */
export function customerPoolOperations(data: OrganizationData, now: () => number): ClientOperation[] {
  const requirePool = (call: Call): CustomerPoolRow => {
    const project = data.projects.require(call.param('projectId'));
    return data.customerPools.require(call.param('customerPoolId'), (pool) => pool.project.id === project.id);
  };
  const attributesOf = (pool: CustomerPoolRow) =>
    data.attributes.list(({ customerPoolId }) => customerPoolId === pool.id);

  return [
    {
      number: 1,
      method: 'POST',
      path: `${pools}/:customerPoolId/custom-attributes`,
      credentials: 'client',
      async answer(call) {
        const pool = requirePool(call);
        const created = (await call.body()).objects('customAttributes').map((attribute): AttributeRow => ({
          id: data.attributes.createId(),
          fieldName: attribute.string('fieldName'),
          fieldDisplayName: attribute.string('fieldDisplayName'),
          fieldDescription: '',
          fieldType: attribute.string('fieldType'),
          organizationId: pool.organization.id,
          customerPoolId: pool.id,
          isMandatory: false,
          attributeType: 'CUSTOM',
          ...history(now()),
        }));
        const names = [...attributesOf(pool), ...created].map(({ fieldName }) => fieldName);
        refuseRepeated(names);
        for (const attribute of created) data.attributes.save(attribute);
        return { message: 'Custom attributes created.', data: { attributes: created.map(toRecord) } };
      },
    },
    {
      number: 2,
      method: 'PATCH',
      path: `${pools}/:customerPoolId/custom-attributes/:customAttributeId/info`,
      credentials: 'client',
      async answer(call) {
        const pool = requirePool(call);
        const attribute = data.attributes.require(
          call.param('customAttributeId'),
          (row) => row.customerPoolId === pool.id && row.attributeType === 'CUSTOM',
        );
        const body = await call.body();
        const fieldName = body.string('fieldName');
        const fieldDisplayName = body.string('fieldDisplayName');
        const others = attributesOf(pool).filter(({ id }) => id !== attribute.id);
        refuseRepeated([...others.map((other) => other.fieldName), fieldName]);
        const modifiedDate = new Date(now()).toISOString();
        data.attributes.save({
          ...attribute,
          fieldName,
          fieldDisplayName,
          modifiedById: keyOwner,
          modifiedDate,
        });
        return { message: 'Custom attribute updated.', data: { id: attribute.id } };
      },
    },
    {
      number: 3,
      method: 'POST',
      path: `${pools}/:customerPoolId/customers`,
      credentials: 'client',
      async answer(call) {
        const pool = requirePool(call);
        const uniqueCustomerId = (await call.body()).object('customerData').string('uniqueCustomerId');
        const isThere = data.customers
          .list(({ customerPoolId }) => customerPoolId === pool.id)
          .some((customer) => customer.uniqueCustomerId === uniqueCustomerId);
        if (isThere) throw new ServiceError(409, 'The pool already has this customer.');
        const { id } = data.customers.save({
          id: data.customers.createId(),
          uniqueCustomerId,
          customerPoolId: pool.id,
        });
        return { message: 'Customer added.', data: { customerId: id } };
      },
    },
    {
      number: 4,
      method: 'GET',
      path: `${pools}/:customerPoolId/attributes`,
      credentials: 'client',
      answer(call) {
        const pool = requirePool(call);
        const wanted = requiredChoice(call.query, 'attributeTypes', ['all', 'custom', 'app']);
        const finds = createSearch(call.query, 'search');
        const found = attributesOf(pool).filter(
          ({ attributeType, fieldName, fieldDisplayName }) =>
            (wanted === 'all' || wanted.toUpperCase() === attributeType) &&
            finds(fieldName, fieldDisplayName),
        );
        return { message: 'Attributes fetched.', ...paginate(found.map(toListItem), call.query) };
      },
    },
    {
      number: 5,
      method: 'GET',
      path: `${pools}/`,
      credentials: 'client',
      answer(call) {
        const { id } = data.projects.require(call.param('projectId'));
        return {
          message: 'Customer pools fetched.',
          ...singlePage(data.customerPools.list(({ project }) => project.id === id)),
        };
      },
    },
  ];
}

function refuseRepeated(fieldNames: readonly string[]): void {
  const repeated = fieldNames.find((name, index) => fieldNames.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ServiceError(409, `The pool already has an attribute named ${repeated}.`);
  }
}

/** A custom attribute, §2.2: the type is not among its fields. */
function toRecord(row: AttributeRow): Record<string, unknown> {
  return without(row, ['attributeType']);
}

/** An item of the attribute list, §2.2: without the history, but for `isActive`. */
function toListItem(row: AttributeRow): Record<string, unknown> {
  return without(row, ['createdById', 'createdDate', 'modifiedById', 'modifiedDate', 'isDeleted']);
}
