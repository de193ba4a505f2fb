import * as z from 'zod/mini';
import { fields, paging, string } from './input.js';
import { answerList, flag, identifier, record, recordOrNull, text } from './lenient.js';

/** Project member (contract, section 2.10): personal data throughout. */
const projectMemberSchema = record({
  id: identifier,
  email: text,
  firstName: text,
  lastName: text,
  userId: text,
  countryCode: text,
  phoneNumber: text,
});

/** Service entry of a project (contract, section 2.11). */
const projectServiceSchema = record({
  serviceId: identifier,
  service: recordOrNull(
    record({ name: text, tradeName: text, description: text, icon: text, isPublished: flag }),
  ),
  isBillingPaused: flag,
  isProjectBillingPaused: flag,
  isEnabledInProject: flag,
});

/** Query of #15 (contract, section 4.6). The values of `status` are not documented. */
export const listMembersInputSchema = fields({
  status: z.optional(string),
  search: z.optional(string),
  ...paging,
});

/** Answer of #15. */
export const projectMembersSchema = answerList(projectMemberSchema);
/** Answer of #16. */
export const projectServicesSchema = answerList(projectServiceSchema);

/** A member of a project: personal data, so mind where it is kept and logged. */
export type ProjectMember = z.infer<typeof projectMemberSchema>;
/** A service that a project has or may have. */
export type ProjectService = z.infer<typeof projectServiceSchema>;
export type ListMembersInput = z.input<typeof listMembersInputSchema>;
