import type { OrganizationData } from '../organization-data.js';
import { ServiceError } from '../envelope.js';
import { paginate, singlePage } from '../pagination.js';
import { createSearch, requireEnumParameter } from '../query-parameters.js';
import type { OperationRequest, ClientOperation } from '../router.js';
import { createHistory } from '../seed/organization/customer-pools.js';
import { keyOwner } from '../seed/organization/project.js';
import type { AttributeRow, CustomerPoolRow } from '../tables/rows.js';
import { omit } from '../tables/table.js';

const pools = '/customer/projects/:projectId/customer-pools';

/** The operations on customer pools, their attributes and their customers. */
export function customerPoolOperations(data: OrganizationData, now: () => number): ClientOperation[] {
  const requirePool = (request: OperationRequest): CustomerPoolRow => {
    const project = data.projects.require(request.param('projectId'));
    return data.customerPools.require(
      request.param('customerPoolId'),
      (pool) => pool.project.id === project.id,
    );
  };
  const listAttributes = (pool: CustomerPoolRow) =>
    data.attributes.list(({ customerPoolId }) => customerPoolId === pool.id);

  return [
    {
      number: 1,
      method: 'POST',
      path: `${pools}/:customerPoolId/custom-attributes`,
      credentials: 'client',
      async handle(request) {
        const pool = requirePool(request);
        const created = (await request.body()).objects('customAttributes').map((attribute): AttributeRow => ({
          id: data.attributes.createId(),
          fieldName: attribute.string('fieldName'),
          fieldDisplayName: attribute.string('fieldDisplayName'),
          fieldDescription: '',
          fieldType: attribute.string('fieldType'),
          organizationId: pool.organization.id,
          customerPoolId: pool.id,
          isMandatory: false,
          attributeType: 'CUSTOM',
          ...createHistory(now()),
        }));
        const names = [...listAttributes(pool), ...created].map(({ fieldName }) => fieldName);
        rejectDuplicates(names);
        for (const attribute of created) data.attributes.save(attribute);
        return { message: 'Custom attributes created.', data: { attributes: created.map(toRecord) } };
      },
    },
    {
      number: 2,
      method: 'PATCH',
      path: `${pools}/:customerPoolId/custom-attributes/:customAttributeId/info`,
      credentials: 'client',
      async handle(request) {
        const pool = requirePool(request);
        const attribute = data.attributes.require(
          request.param('customAttributeId'),
          (row) => row.customerPoolId === pool.id && row.attributeType === 'CUSTOM',
        );
        const body = await request.body();
        const fieldName = body.string('fieldName');
        const fieldDisplayName = body.string('fieldDisplayName');
        const others = listAttributes(pool).filter(({ id }) => id !== attribute.id);
        rejectDuplicates([...others.map((other) => other.fieldName), fieldName]);
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
      async handle(request) {
        const pool = requirePool(request);
        const uniqueCustomerId = (await request.body()).object('customerData').string('uniqueCustomerId');
        const exists = data.customers
          .list(({ customerPoolId }) => customerPoolId === pool.id)
          .some((customer) => customer.uniqueCustomerId === uniqueCustomerId);
        if (exists) throw new ServiceError(409, 'The pool already has this customer.');
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
      handle(request) {
        const pool = requirePool(request);
        const type = requireEnumParameter(request.query, 'attributeTypes', ['all', 'custom', 'app']);
        const matches = createSearch(request.query, 'search');
        const found = listAttributes(pool).filter(
          ({ attributeType, fieldName, fieldDisplayName }) =>
            (type === 'all' || type.toUpperCase() === attributeType) && matches(fieldName, fieldDisplayName),
        );
        return { message: 'Attributes fetched.', ...paginate(found.map(toListItem), request.query) };
      },
    },
    {
      number: 5,
      method: 'GET',
      path: `${pools}/`,
      credentials: 'client',
      handle(request) {
        const { id } = data.projects.require(request.param('projectId'));
        return {
          message: 'Customer pools fetched.',
          ...singlePage(data.customerPools.list(({ project }) => project.id === id)),
        };
      },
    },
  ];
}

function rejectDuplicates(fieldNames: readonly string[]): void {
  const duplicate = fieldNames.find((name, index) => fieldNames.indexOf(name) !== index);
  if (duplicate !== undefined) {
    throw new ServiceError(409, `The pool already has an attribute named ${duplicate}.`);
  }
}

/** A custom attribute, §2.2, which has no type field. */
function toRecord(row: AttributeRow): Record<string, unknown> {
  return omit(row, ['attributeType']);
}

/** An item of the attribute list, §2.2. Of the history it has `isActive` only. */
function toListItem(row: AttributeRow): Record<string, unknown> {
  return omit(row, ['createdById', 'createdDate', 'modifiedById', 'modifiedDate', 'isDeleted']);
}
