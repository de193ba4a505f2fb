import {
  createAttributes,
  createCohortSegments,
  customerPools,
  customers,
} from './seed/organization/customer-pools.js';
import { createJobs } from './seed/organization/jobs.js';
import { createMedia } from './seed/organization/media.js';
import {
  notificationGroups,
  notificationHandlers,
  notificationTopics,
  targetAudienceLists,
} from './seed/organization/notification-groups.js';
import { members, productSpace, project, services } from './seed/organization/project.js';
import { notificationTypes, subtypes } from './seed/organization/send-policies.js';
import type {
  AttributeRow,
  CohortSegmentRow,
  CustomerPoolRow,
  CustomerRow,
  HandlerRecipientRow,
  JobRow,
  MediaRow,
  MemberRow,
  NotificationGroupRow,
  NotificationHandlerRow,
  NotificationTopicRow,
  NotificationTypeRow,
  ProductSpaceRow,
  ProjectRow,
  ServiceEntry,
  SubtypeRow,
  TargetAudienceListRow,
} from './tables/rows.js';
import { Table } from './tables/table.js';

/** The company's data, as the client operations see it. */
export interface OrganizationData {
  projects: Table<ProjectRow>;
  customerPools: Table<CustomerPoolRow>;
  attributes: Table<AttributeRow>;
  customers: Table<CustomerRow>;
  cohortSegments: Table<CohortSegmentRow>;
  notificationTypes: Table<NotificationTypeRow>;
  subtypes: Table<SubtypeRow>;
  notificationGroups: Table<NotificationGroupRow>;
  notificationTopics: Table<NotificationTopicRow>;
  notificationHandlers: Table<NotificationHandlerRow>;
  handlerRecipients: Table<HandlerRecipientRow>;
  targetAudienceLists: Table<TargetAudienceListRow>;
  jobs: Table<JobRow>;
  media: Table<MediaRow>;
  members: Table<MemberRow>;
  services: readonly ServiceEntry[];
  productSpaces: Table<ProductSpaceRow>;
}

/** Creates the shop's data, with dates counted back from `now`. If `isEmpty`, it holds the project only. */
export function createOrganizationData(now: number, isEmpty: boolean): OrganizationData {
  const seed = <Row>(rows: readonly Row[]): readonly Row[] => (isEmpty ? [] : rows);
  const jobRows = seed(createJobs(now));
  return {
    projects: new Table('project', 'prj', [project]),
    customerPools: new Table('customer pool', 'pool', seed(customerPools)),
    attributes: new Table('custom attribute', 'atr', seed(createAttributes(now))),
    customers: new Table('customer', 'cst', seed(customers)),
    cohortSegments: new Table('cohort segment', 'seg', seed(createCohortSegments(now))),
    notificationTypes: new Table('notification type', 'nty', seed(notificationTypes)),
    subtypes: new Table('subtype', 'sub', seed(subtypes)),
    notificationGroups: new Table('notification group', 'grp', seed(notificationGroups)),
    notificationTopics: new Table('notification topic', 'top', seed(notificationTopics)),
    notificationHandlers: new Table('notification handler', 'hdl', seed(notificationHandlers)),
    handlerRecipients: new Table('recipient', 'rcp'),
    targetAudienceLists: new Table('target audience list', 'tal', seed(targetAudienceLists)),
    jobs: new Table('job', 'job', jobRows),
    media: new Table('file', 'med', seed(createMedia(jobRows))),
    members: new Table('member', 'mem', seed(members)),
    services: seed(services),
    productSpaces: new Table('product space', 'psp', seed([productSpace])),
  };
}
