import * as z from 'zod/mini';
import {
  arrayOf,
  jsonValue,
  nonEmptyString,
  oneOf,
  pageFields,
  type PageInput,
  strictObject,
  string,
} from './input.js';
import {
  lenientArray,
  looseObject,
  nullableBoolean,
  nullableObject,
  nullableOpenEnum,
  nullableString,
  requiredArray,
  requiredId,
} from './lenient.js';
import { type NamedReference, namedReferenceSchema } from './reference.js';

/** A custom attribute of a customer pool. Fields that the response does not contain are null. */
export interface CustomAttribute {
  /** Id of the attribute. */
  id: string;
  /** Name of the field. */
  fieldName: string | null;
  /** Name of the field for display. */
  fieldDisplayName: string | null;
  /** Description of the field. */
  fieldDescription: string | null;
  /** Type of the field. The service does not document its values. */
  fieldType: string | null;
  /** Id of the organization. */
  organizationId: string | null;
  /** Id of the customer pool. */
  customerPoolId: string | null;
  /** Whether every customer must have a value. */
  isMandatory: boolean | null;
  /** Id of the user who created the attribute. */
  createdById: string | null;
  /** When the attribute was created, ISO 8601. */
  createdDate: string | null;
  /** Id of the user who last modified the attribute. */
  modifiedById: string | null;
  /** When the attribute was last modified, ISO 8601. */
  modifiedDate: string | null;
  /** Whether the attribute is active. */
  isActive: boolean | null;
  /** Whether the attribute is deleted. */
  isDeleted: boolean | null;
}

/** An attribute in the attribute list of a customer pool. Fields that the response does not contain are null. */
export interface PoolAttribute {
  /** Id of the attribute. */
  id: string;
  /** Name of the field. */
  fieldName: string | null;
  /** Name of the field for display. */
  fieldDisplayName: string | null;
  /** Whether every customer must have a value. */
  isMandatory: boolean | null;
  /** Whether the attribute is active. */
  isActive: boolean | null;
  /** Type of the field. The service does not document its values. */
  fieldType: string | null;
  /** Kind of the attribute. The service documents `CUSTOM` only. */
  attributeType: 'CUSTOM' | (string & {}) | null;
  /** Description of the field. */
  fieldDescription: string | null;
  /** Id of the organization. */
  organizationId: string | null;
  /** Id of the customer pool. */
  customerPoolId: string | null;
}

/** A customer pool. Fields that the response does not contain are null. */
export interface CustomerPool {
  /** Id of the pool. */
  id: string;
  /** Name of the pool. */
  name: string | null;
  /** Description of the pool. */
  description: string | null;
  /** Level of the pool. The service documents `organization` only. */
  poolLevel: 'organization' | (string & {}) | null;
  /** Whether the pool has global access. */
  globalAccess: boolean | null;
  /** The organization of the pool. */
  organization: NamedReference | null;
  /** The project of the pool. */
  project: NamedReference | null;
  /** Whether the caller owns the pool. */
  isOwner: boolean | null;
  /** Access level. The service documents `no_access` only. */
  accessLevel: 'no_access' | (string & {}) | null;
}

/** Body of `customerPools.createCustomAttributes()`. */
export interface CreateCustomAttributesInput {
  /** The attributes to create. */
  customAttributes: readonly CustomAttributeInput[];
}

/** A custom attribute to create. */
export interface CustomAttributeInput {
  /** Name of the field. */
  fieldName: string;
  /** Name of the field for display. */
  fieldDisplayName: string;
  /** Type of the field. The service does not document its values. */
  fieldType: string;
}

/** Response of `customerPools.createCustomAttributes()`. */
export interface CreatedCustomAttributes {
  /** The attributes as the service stores them. Empty if the response does not contain them. */
  attributes: CustomAttribute[];
}

/** Body of `customerPools.updateCustomAttribute()`. */
export interface UpdateCustomAttributeInput {
  /** Name of the field. */
  fieldName: string;
  /** Name of the field for display. */
  fieldDisplayName: string;
}

/** Body of `customerPools.addCustomer()`. */
export interface AddCustomerInput {
  /** The customer. */
  customerData: CustomerData;
}

/** A customer to add to a pool. */
export interface CustomerData {
  /** Your own id of the customer. */
  uniqueCustomerId: string;
  /** Other fields, which the service does not document, are sent as they are. Any JSON value. */
  [field: string]: unknown;
}

/** Response of `customerPools.addCustomer()`. */
export interface AddedCustomer {
  /** Id of the customer at the service. */
  customerId: string;
}

/** Query of `customerPools.listAttributes()`. */
export interface ListAttributesInput extends PageInput {
  /** Only attributes that match this text. */
  search?: string | undefined;
  /** Which attributes to list: all, custom ones, or those of the application. */
  attributeTypes: 'all' | 'custom' | 'app';
}

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

const customerPoolSchema = looseObject({
  id: requiredId,
  name: nullableString,
  description: nullableString,
  poolLevel: nullableOpenEnum<'organization'>(),
  globalAccess: nullableBoolean,
  organization: nullableObject(namedReferenceSchema),
  project: nullableObject(namedReferenceSchema),
  isOwner: nullableBoolean,
  accessLevel: nullableOpenEnum<'no_access'>(),
});

export const createCustomAttributesInputSchema = strictObject({
  customAttributes: arrayOf(strictObject({ fieldName: string, fieldDisplayName: string, fieldType: string })),
});

export const updateCustomAttributeInputSchema = strictObject({ fieldName: string, fieldDisplayName: string });

export const addCustomerInputSchema = strictObject({
  customerData: z.catchall(
    z.object({ uniqueCustomerId: nonEmptyString }, 'an object'),
    z.optional(jsonValue<unknown>()),
  ),
});

export const listAttributesInputSchema = strictObject({
  search: z.optional(string),
  attributeTypes: oneOf(['all', 'custom', 'app']),
  ...pageFields,
});

/** Response of `customerPools.createCustomAttributes()`. */
export const createdCustomAttributesSchema = looseObject({ attributes: lenientArray(customAttributeSchema) });
/** Response of `customerPools.addCustomer()`. */
export const addedCustomerSchema = looseObject({ customerId: requiredId });
/** Response of `customerPools.listAttributes()`. */
export const poolAttributesSchema = requiredArray(poolAttributeSchema);
/** Response of `customerPools.list()`. */
export const customerPoolsSchema = requiredArray(customerPoolSchema);
