import type { SandboxIds } from '../../types.js';
import { project } from './project.js';

export const seedIds: SandboxIds = {
  projectId: project.id,
  customerPoolId: 'pool_customers',
  customAttributeId: 'atr_lifetimeValue',
  cohortSegmentId: 'seg_keepers',
  notificationTypeId: 'nty_orders',
  subtypeId: 'sub_01',
  clientJobsId: 'job_03',
  childJobsId: 'job_05',
  mediaManagerId: 'med_job_05_failed',
  mediaManagerIds: {
    customerPoolCsv: 'med_job_05',
    failedCustomerPoolCsv: 'med_job_05_failed',
    templateImage: 'med_banner',
    templateAttachment: 'med_terms',
    projectDownload: 'med_project',
    memberProfile: 'med_amelia',
    profile: 'med_logo',
    archive: 'med_2024',
  },
  targetAudienceListId: 'tal_autumn',
  notificationGroupId: 'grp_orders_4f1a',
  notificationTopicId: 'top_on_the_way',
  notificationHandlerId: 'hdl_order_events',
};
