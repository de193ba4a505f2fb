import * as z from 'zod/mini';
import { arrayOf, fields, filledString, json, oneOf, paging, string } from './input.js';
import {
  requiredArray,
  nullableBoolean,
  requiredId,
  lenientArray,
  looseObject,
  nullableObject,
  nullableString,
  nullableOpenEnum,
} from './lenient.js';

/** Custom attribute of a customer pool (contract, section 2.2). */
const customAttributeSchema = looseObject({
  id: requiredId,
  fieldName: nullableString,
  fieldDisplayName: nullableString,
  fieldDescription: nullableString,
  fieldType: nullableString,
  organizationId: nullableString,
  customerPoolId: nullableString,
  isMandatory: nullableBoolean,
  createdById: nullableString,
  createdDate: nullableString,
  modifiedById: nullableString,
  modifiedDate: nullableString,
  isActive: nullableBoolean,
  isDeleted: nullableBoolean,
});

/** Item of the list of a pool's attributes (contract, section 2.2). */
const poolAttributeSchema = looseObject({
  id: requiredId,
  fieldName: nullableString,
  fieldDisplayName: nullableString,
  isMandatory: nullableBoolean,
  isActive: nullableBoolean,
  fieldType: nullableString,
  attributeType: nullableOpenEnum<'CUSTOM'>(),
  fieldDescription: nullableString,
  organizationId: nullableString,
  customerPoolId: nullableString,
});

/** Customer pool (contract, section 2.4). */
const customerPoolSchema = looseObject({
  id: requiredId,
  name: nullableString,
  description: nullableString,
  poolLevel: nullableOpenEnum<'organization'>(),
  globalAccess: nullableBoolean,
  organization: nullableObject(looseObject({ id: nullableString, name: nullableString })),
  project: nullableObject(looseObject({ id: nullableString, name: nullableString })),
  isOwner: nullableBoolean,
  accessLevel: nullableOpenEnum<'no_access'>(),
});

/** Body of #1 (contract, section 4.1). The allowed values of `fieldType` are not documented. */
export const createCustomAttributesInputSchema = fields({
  customAttributes: arrayOf(fields({ fieldName: string, fieldDisplayName: string, fieldType: string })),
});

/** Body of #2 (contract, section 4.1). */
export const updateCustomAttributeInputSchema = fields({ fieldName: string, fieldDisplayName: string });

/** Body of #3 (contract, sections 2.3 and 4.1). Other fields of a customer are not documented, and pass. */
export const addCustomerInputSchema = fields({
  customerData: z.catchall(
    z.object({ uniqueCustomerId: filledString }, 'an object'),
    z.optional(json<unknown>()),
  ),
});

/** Query of #4 (contract, section 4.1). */
export const listAttributesInputSchema = fields({
  search: z.optional(string),
  attributeTypes: oneOf(['all', 'custom', 'app']),
  ...paging,
});

/** Answer of #1. */
export const createdCustomAttributesSchema = looseObject({ attributes: lenientArray(customAttributeSchema) });
/** Answer of #3. */
export const addedCustomerSchema = looseObject({ customerId: requiredId });
/** Answer of #4. */
export const poolAttributesSchema = requiredArray(poolAttributeSchema);
/** Answer of #5. */
export const customerPoolsSchema = requiredArray(customerPoolSchema);

/** A custom attribute of a customer pool. */
export type CustomAttribute = z.infer<typeof customAttributeSchema>;
/** An attribute of a customer pool, as its list has it. */
export type PoolAttribute = z.infer<typeof poolAttributeSchema>;
/** A customer pool. */
export type CustomerPool = z.infer<typeof customerPoolSchema>;
export type CreateCustomAttributesInput = z.input<typeof createCustomAttributesInputSchema>;
export type UpdateCustomAttributeInput = z.input<typeof updateCustomAttributeInputSchema>;
export type AddCustomerInput = z.input<typeof addCustomerInputSchema>;
export type ListAttributesInput = z.input<typeof listAttributesInputSchema>;
export type CreatedCustomAttributes = z.infer<typeof createdCustomAttributesSchema>;
export type AddedCustomer = z.infer<typeof addedCustomerSchema>;
