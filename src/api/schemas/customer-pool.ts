import * as z from 'zod/mini';
import { arrayOf, fields, filledString, json, oneOf, paging, string } from './input.js';
import { answerList, flag, identifier, list, record, recordOrNull, text, word } from './lenient.js';

/** Custom attribute of a customer pool (contract, section 2.2). */
const customAttributeSchema = record({
  id: identifier,
  fieldName: text,
  fieldDisplayName: text,
  fieldDescription: text,
  fieldType: text,
  organizationId: text,
  customerPoolId: text,
  isMandatory: flag,
  createdById: text,
  createdDate: text,
  modifiedById: text,
  modifiedDate: text,
  isActive: flag,
  isDeleted: flag,
});

/** Item of the list of a pool's attributes (contract, section 2.2). */
const poolAttributeSchema = record({
  id: identifier,
  fieldName: text,
  fieldDisplayName: text,
  isMandatory: flag,
  isActive: flag,
  fieldType: text,
  attributeType: word<'CUSTOM'>(),
  fieldDescription: text,
  organizationId: text,
  customerPoolId: text,
});

/** Customer pool (contract, section 2.4). */
const customerPoolSchema = record({
  id: identifier,
  name: text,
  description: text,
  poolLevel: word<'organization'>(),
  globalAccess: flag,
  organization: recordOrNull(record({ id: text, name: text })),
  project: recordOrNull(record({ id: text, name: text })),
  isOwner: flag,
  accessLevel: word<'no_access'>(),
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
export const createdCustomAttributesSchema = record({ attributes: list(customAttributeSchema) });
/** Answer of #3. */
export const addedCustomerSchema = record({ customerId: identifier });
/** Answer of #4. */
export const poolAttributesSchema = answerList(poolAttributeSchema);
/** Answer of #5. */
export const customerPoolsSchema = answerList(customerPoolSchema);

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
