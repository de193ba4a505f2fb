import { attributes, cohortSegments, customerPools, customers } from './seed/organization/customer-pools.js';
import { jobs } from './seed/organization/jobs.js';
import { media } from './seed/organization/media.js';
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

/** What the company's side of the service keeps. */
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

/** The shop's data as it was on this day; or, when it is empty, no more than the project itself. */
export function createOrganizationData(today: number, isEmpty: boolean): OrganizationData {
  const unlessEmpty = <Row>(rows: readonly Row[]): readonly Row[] => (isEmpty ? [] : rows);
  const jobRows = unlessEmpty(jobs(today));
  return {
    projects: new Table('project', 'prj', [project]),
    customerPools: new Table('customer pool', 'pool', unlessEmpty(customerPools)),
    attributes: new Table('custom attribute', 'atr', unlessEmpty(attributes(today))),
    customers: new Table('customer', 'cst', unlessEmpty(customers)),
    cohortSegments: new Table('cohort segment', 'seg', unlessEmpty(cohortSegments(today))),
    notificationTypes: new Table('notification type', 'nty', unlessEmpty(notificationTypes)),
    subtypes: new Table('subtype', 'sub', unlessEmpty(subtypes)),
    notificationGroups: new Table('notification group', 'grp', unlessEmpty(notificationGroups)),
    notificationTopics: new Table('notification topic', 'top', unlessEmpty(notificationTopics)),
    notificationHandlers: new Table('notification handler', 'hdl', unlessEmpty(notificationHandlers)),
    handlerRecipients: new Table('recipient', 'rcp'),
    targetAudienceLists: new Table('target audience list', 'tal', unlessEmpty(targetAudienceLists)),
    jobs: new Table('job', 'job', jobRows),
    media: new Table('file', 'med', unlessEmpty(media(jobRows))),
    members: new Table('member', 'mem', unlessEmpty(members)),
    services: unlessEmpty(services),
    productSpaces: new Table('product space', 'psp', unlessEmpty([productSpace])),
  };
}
