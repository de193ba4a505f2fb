import type { Page } from '../page.js';
import { get, patch, post } from '../endpoint.js';
import {
  type AddCustomerInput,
  type AddedCustomer,
  addCustomerInputSchema,
  addedCustomerSchema,
  type CreateCustomAttributesInput,
  type CreatedCustomAttributes,
  createCustomAttributesInputSchema,
  createdCustomAttributesSchema,
  type CustomerPool,
  customerPoolsSchema,
  type ListAttributesInput,
  listAttributesInputSchema,
  type PoolAttribute,
  poolAttributesSchema,
  type UpdateCustomAttributeInput,
  updateCustomAttributeInputSchema,
} from '../schemas/customer-pool.js';
import { parseInput } from '../schemas/input.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import { Resource, type ServerRequestOptions } from './resource.js';

/** Customer pools, their attributes and their customers. */
export class CustomerPools extends Resource {
  /**
   * Adds custom attributes to a customer pool. Never retried automatically.
   *
   * `POST /customer/projects/{projectId}/customer-pools/{customerPoolId}/custom-attributes`
   * @param input `customAttributes`: each with `fieldName`, `fieldDisplayName` and `fieldType`
   * @returns `attributes`: the custom attributes as the service stores them
   */
  async createCustomAttributes(
    ids: { projectId: string; customerPoolId: string },
    input: CreateCustomAttributesInput,
    options?: ServerRequestOptions,
  ): Promise<CreatedCustomAttributes> {
    const { projectId, customerPoolId } = { ...ids };
    const endpoint = post`/customer/projects/${{ projectId }}/customer-pools/${{ customerPoolId }}/custom-attributes`;
    return this.send(
      {
        endpoint,
        body: parseInput(createCustomAttributesInputSchema, input, endpoint.name),
        schema: createdCustomAttributesSchema,
      },
      options,
    );
  }

  /**
   * Renames a custom attribute. Never retried automatically.
   *
   * `PATCH /customer/projects/{projectId}/customer-pools/{customerPoolId}/custom-attributes/{customAttributeId}/info`
   * @param input `fieldName` and `fieldDisplayName`
   * @returns the `id` that the service reports
   */
  async updateCustomAttribute(
    ids: { projectId: string; customerPoolId: string; customAttributeId: string },
    input: UpdateCustomAttributeInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId, customerPoolId, customAttributeId } = { ...ids };
    const endpoint = patch`/customer/projects/${{ projectId }}/customer-pools/${{ customerPoolId }}/custom-attributes/${{ customAttributeId }}/info`;
    return this.send(
      {
        endpoint,
        body: parseInput(updateCustomAttributeInputSchema, input, endpoint.name),
        schema: referenceSchema,
      },
      options,
    );
  }

  /**
   * Adds a customer to a customer pool. Never retried automatically.
   *
   * `POST /customer/projects/{projectId}/customer-pools/{customerPoolId}/customers`
   * @param input `customerData`: `uniqueCustomerId`, and any other fields of the customer, which the service does not document
   * @returns the `customerId`
   */
  async addCustomer(
    ids: { projectId: string; customerPoolId: string },
    input: AddCustomerInput,
    options?: ServerRequestOptions,
  ): Promise<AddedCustomer> {
    const { projectId, customerPoolId } = { ...ids };
    const endpoint = post`/customer/projects/${{ projectId }}/customer-pools/${{ customerPoolId }}/customers`;
    return this.send(
      {
        endpoint,
        body: parseInput(addCustomerInputSchema, input, endpoint.name),
        schema: addedCustomerSchema,
      },
      options,
    );
  }

  /**
   * Lists the attributes of a customer pool.
   *
   * `GET /customer/projects/{projectId}/customer-pools/{customerPoolId}/attributes`
   * @param input `attributeTypes` (`all`, `custom` or `app`), `search`; `page` (default 1) and `size` (default 25), whole numbers or strings of digits
   * @returns the page; iterating over it continues with the following pages
   */
  async listAttributes(
    ids: { projectId: string; customerPoolId: string },
    input: ListAttributesInput,
    options?: ServerRequestOptions,
  ): Promise<Page<PoolAttribute>> {
    const { projectId, customerPoolId } = { ...ids };
    const endpoint = get`/customer/projects/${{ projectId }}/customer-pools/${{ customerPoolId }}/attributes`;
    return this.sendPage(
      { endpoint, schema: poolAttributesSchema },
      parseInput(listAttributesInputSchema, input, endpoint.name),
      options,
    );
  }

  /**
   * Lists the customer pools of a project.
   *
   * `GET /customer/projects/{projectId}/customer-pools/`
   * @returns the only page: the service documents no way to request another
   */
  async list(ids: { projectId: string }, options?: ServerRequestOptions): Promise<Page<CustomerPool>> {
    const { projectId } = { ...ids };
    const endpoint = get`/customer/projects/${{ projectId }}/customer-pools/`;
    return this.sendOnlyPage({ endpoint, schema: customerPoolsSchema }, options);
  }
}
