import * as z from 'zod/mini';
import { fields, paging, string } from './input.js';
import {
  requiredArray,
  nullableBoolean,
  requiredId,
  looseObject,
  nullableObject,
  nullableString,
} from './lenient.js';

/** Project member (contract, section 2.10): personal data throughout. */
const projectMemberSchema = looseObject({
  id: requiredId,
  email: nullableString,
  firstName: nullableString,
  lastName: nullableString,
  userId: nullableString,
  countryCode: nullableString,
  phoneNumber: nullableString,
});

/** Service entry of a project (contract, section 2.11). */
const projectServiceSchema = looseObject({
  serviceId: requiredId,
  service: nullableObject(
    looseObject({
      name: nullableString,
      tradeName: nullableString,
      description: nullableString,
      icon: nullableString,
      isPublished: nullableBoolean,
    }),
  ),
  isBillingPaused: nullableBoolean,
  isProjectBillingPaused: nullableBoolean,
  isEnabledInProject: nullableBoolean,
});

/** Query of #15 (contract, section 4.6). The values of `status` are not documented. */
export const listMembersInputSchema = fields({
  status: z.optional(string),
  search: z.optional(string),
  ...paging,
});

/** Answer of #15. */
export const projectMembersSchema = requiredArray(projectMemberSchema);
/** Answer of #16. */
export const projectServicesSchema = requiredArray(projectServiceSchema);

/** A member of a project: personal data, so mind where it is kept and logged. */
export type ProjectMember = z.infer<typeof projectMemberSchema>;
/** A service that a project has or may have. */
export type ProjectService = z.infer<typeof projectServiceSchema>;
export type ListMembersInput = z.input<typeof listMembersInputSchema>;
