import * as z from 'zod/mini';
import { pageFields, type PageInput, strictObject, string } from './input.js';
import {
  looseObject,
  nullableBoolean,
  nullableObject,
  nullableString,
  requiredArray,
  requiredId,
} from './lenient.js';

/**
 * A member of a project. Personal data: take care where you store and log it. Fields that the
 * response does not contain are null.
 */
export interface ProjectMember {
  /** Id of the membership. */
  id: string;
  /** Email address. */
  email: string | null;
  /** First name. */
  firstName: string | null;
  /** Last name. */
  lastName: string | null;
  /** Id of the user. */
  userId: string | null;
  /** Country code of the phone number. */
  countryCode: string | null;
  /** Phone number without the country code. */
  phoneNumber: string | null;
}

/** A service entry of a project. Fields that the response does not contain are null. */
export interface ProjectService {
  /** Id of the service. */
  serviceId: string;
  /** The service itself. */
  service: ServiceDescription | null;
  /** Whether billing is paused. */
  isBillingPaused: boolean | null;
  /** Whether billing is paused for this project. */
  isProjectBillingPaused: boolean | null;
  /** Whether the project uses the service. */
  isEnabledInProject: boolean | null;
}

/** What a service is. */
export interface ServiceDescription {
  /** Name of the service. */
  name: string | null;
  /** Trade name of the service. */
  tradeName: string | null;
  /** Description of the service. */
  description: string | null;
  /** Icon of the service. */
  icon: string | null;
  /** Whether the service is published. */
  isPublished: boolean | null;
}

/** Query of `projects.listMembers()`. */
export interface ListMembersInput extends PageInput {
  /** Only members of this status. The service does not document its values. */
  status?: string | undefined;
  /** Only members that match this text. */
  search?: string | undefined;
}

const projectMemberSchema = looseObject({
  id: requiredId,
  email: nullableString,
  firstName: nullableString,
  lastName: nullableString,
  userId: nullableString,
  countryCode: nullableString,
  phoneNumber: nullableString,
});

const serviceDescriptionSchema = looseObject({
  name: nullableString,
  tradeName: nullableString,
  description: nullableString,
  icon: nullableString,
  isPublished: nullableBoolean,
});

const projectServiceSchema = looseObject({
  serviceId: requiredId,
  service: nullableObject(serviceDescriptionSchema),
  isBillingPaused: nullableBoolean,
  isProjectBillingPaused: nullableBoolean,
  isEnabledInProject: nullableBoolean,
});

export const listMembersInputSchema = strictObject({
  status: z.optional(string),
  search: z.optional(string),
  ...pageFields,
});

/** Response of `projects.listMembers()`. */
export const projectMembersSchema = requiredArray(projectMemberSchema);
/** Response of `projects.listServices()`. */
export const projectServicesSchema = requiredArray(projectServiceSchema);
