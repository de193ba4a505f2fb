import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { call, items } from './client.js';

const { ids } = createSandbox();
const pool = `/customer/projects/${ids.projectId}/customer-pools/${ids.customerPoolId}`;
const project = `/nudge/projects/${ids.projectId}`;
const type = `/nudge/send-policy/notification-types/${ids.notificationTypeId}`;
const info = { name: 'Parcels', description: 'Big and small', channels: ['in_app', 'push'] };

describe('The customer pool operations', () => {
  it('list attributes that were created and renamed', async () => {
    const sandbox = createSandbox();
    const { data } = await call(sandbox, 'POST', `${pool}/custom-attributes`, {
      customAttributes: [
        { fieldName: 'hatSize', fieldDisplayName: 'Hat size', fieldType: 'number' },
        { fieldName: 'hatColour', fieldDisplayName: 'Hat colour', fieldType: 'text' },
      ],
    });
    const [created] = data.attributes as Record<string, unknown>[];
    expect(created).toMatchObject({
      fieldName: 'hatSize',
      fieldType: 'number',
      customerPoolId: ids.customerPoolId,
      isMandatory: false,
      isActive: true,
      isDeleted: false,
    });
    expect(Object.keys(created!)).toHaveLength(14);
    await call(sandbox, 'PATCH', `${pool}/custom-attributes/${created!.id as string}/info`, {
      fieldName: 'headSize',
      fieldDisplayName: 'Head size',
    });
    const list = await call(sandbox, 'GET', `${pool}/attributes?attributeTypes=custom&search=HEAD`);
    expect(items(list)).toMatchObject([
      { id: created!.id, fieldName: 'headSize', fieldDisplayName: 'Head size', attributeType: 'CUSTOM' },
    ]);
  });

  it('reject a duplicate attribute name without saving any attribute of the request', async () => {
    const sandbox = createSandbox();
    const attribute = (fieldName: string) => ({ fieldName, fieldDisplayName: '', fieldType: 'text' });
    const response = await call(sandbox, 'POST', `${pool}/custom-attributes`, {
      customAttributes: [attribute('fresh'), attribute('shoeSize')],
    });
    expect(response.httpStatus).toBe(409);
    const list = await call(sandbox, 'GET', `${pool}/attributes?attributeTypes=all&search=fresh`);
    expect(list.metaData?.count).toBe(0);
  });

  it('name the array index of an invalid field in the error', async () => {
    const response = await call(createSandbox(), 'POST', `${pool}/custom-attributes`, {
      customAttributes: [{ fieldName: 'a', fieldDisplayName: 'A', fieldType: 'text' }, { fieldName: 'b' }],
    });
    expect(response).toMatchObject({
      httpStatus: 400,
      message: 'customAttributes[1].fieldDisplayName must be a string.',
    });
  });

  it('add a customer once and reject a duplicate', async () => {
    const sandbox = createSandbox();
    const body = { customerData: { uniqueCustomerId: 'new-1' } };
    const { data } = await call(sandbox, 'POST', `${pool}/customers`, body);
    expect(sandbox.snapshot().customers).toContainEqual({
      id: data.customerId,
      uniqueCustomerId: 'new-1',
      customerPoolId: ids.customerPoolId,
    });
    expect((await call(sandbox, 'POST', `${pool}/customers`, body)).httpStatus).toBe(409);
  });

  it('filter attributes by type, which is required', async () => {
    const sandbox = createSandbox();
    const count = async (types: string) =>
      (await call(sandbox, 'GET', `${pool}/attributes?attributeTypes=${types}`)).metaData?.count;
    expect([await count('all'), await count('custom'), await count('app')]).toEqual([28, 18, 10]);
    expect((await call(sandbox, 'GET', `${pool}/attributes?attributeTypes=mine`)).httpStatus).toBe(400);
    expect((await call(sandbox, 'GET', `${pool}/attributes`)).httpStatus).toBe(400);
  });
});

describe('A list', () => {
  const attributes = `${pool}/attributes?attributeTypes=all`;

  it('returns its first page of 25 items by default', async () => {
    const list = await call(createSandbox(), 'GET', attributes);
    expect(items(list)).toHaveLength(25);
    expect(list.metaData).toEqual({ page: 1, hasMore: true, pageSize: 25, count: 28 });
  });

  it('returns consecutive pages without gaps, and an empty page after the last', async () => {
    const sandbox = createSandbox();
    const page = async (number: number) => call(sandbox, 'GET', `${attributes}&page=${number}&size=10`);
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map((list) => items(list).length)).toEqual([10, 10, 8, 0]);
    expect(pages.map(({ metaData }) => metaData?.hasMore)).toEqual([true, true, false, false]);
    expect(new Set(pages.flatMap(items).map(({ id }) => id)).size).toBe(28);
  });

  it('has no more pages if a page ends with the last item', async () => {
    const list = await call(createSandbox(), 'GET', `${attributes}&page=2&size=14`);
    expect(list.metaData).toEqual({ page: 2, hasMore: false, pageSize: 14, count: 28 });
  });

  it('rejects a page or size that is no whole number above 0', async () => {
    for (const query of ['page=1.5', 'page=-1', 'page=1e3', 'page=', 'page=0', 'size=0', 'size=all'])
      expect((await call(createSandbox(), 'GET', `${attributes}&${query}`)).httpStatus, query).toBe(400);
  });

  it('is also paginated for members, subtypes and jobs', async () => {
    const sandbox = createSandbox();
    for (const path of [`/opm/projects/${ids.projectId}/members`, `${type}/subtypes`, `${project}/jobs/`]) {
      const list = await call(sandbox, 'GET', `${path}?page=2&size=20`);
      expect(list.metaData).toMatchObject({ page: 2, pageSize: 20 });
      expect(items(list).length).toBe(Math.min(20, list.metaData!.count - 20));
    }
  });
});

describe('A cohort segment', () => {
  it('is created without rules for a pool, and can be retrieved', async () => {
    const sandbox = createSandbox();
    const body = { name: 'Hats', customerPoolId: ids.customerPoolId };
    const { data } = await call(sandbox, 'POST', `${project}/cohort-segments/`, body);
    const segment = await call(sandbox, 'GET', `${project}/cohort-segments/${data.id as string}`);
    expect(segment.data).toMatchObject({
      name: 'Hats',
      poolId: ids.customerPoolId,
      projectId: ids.projectId,
      cohortQuery: { combinator: 'AND', rules: [], not: false },
      customerPool: { id: ids.customerPoolId, name: 'Shop customers' },
    });
  });

  it('has rules that refer to attributes of the pool', async () => {
    const { data } = await call(createSandbox(), 'GET', `${project}/cohort-segments/${ids.cohortSegmentId}`);
    expect(data.cohortQuery).toMatchObject({
      rules: [{ field: 'lifetimeValue', attributeId: ids.customAttributeId, operator: '>', value: '500' }],
    });
  });

  it('requires a pool that exists', async () => {
    const body = { name: 'Hats', customerPoolId: 'nowhere' };
    expect((await call(createSandbox(), 'POST', `${project}/cohort-segments/`, body)).httpStatus).toBe(404);
  });
});

describe('The send policy operations', () => {
  it('return one policy for each channel', async () => {
    const list = items(await call(createSandbox(), 'GET', type));
    expect(list.map(({ channel }) => channel)).toEqual([
      'in_app',
      'email',
      'sms',
      'chat',
      'push',
      'whatsApp',
    ]);
  });

  it('reject an unknown channel', async () => {
    expect((await call(createSandbox(), 'GET', `${type}/channels/pigeon`)).httpStatus).toBe(400);
  });

  it('return the new name of a renamed subtype', async () => {
    const sandbox = createSandbox();
    const [subtype] = items(await call(sandbox, 'GET', `${type}/subtypes?search=delivery%20attempted`));
    await call(sandbox, 'PUT', `/nudge/send-policy/subtype/${subtype!.id as string}`, {
      name: 'Nobody home',
    });
    const { data } = await call(sandbox, 'GET', `${type}/channels/sms`);
    expect(data.dndSubTypesByPass).toEqual([
      { id: subtype!.id, name: 'Nobody home', parentNotificationTypeId: ids.notificationTypeId },
    ]);
  });
});

describe('The product space and member operations', () => {
  it('create a product space', async () => {
    const sandbox = createSandbox();
    const { data } = await call(sandbox, 'POST', '/opm/product-spaces/', { name: 'The café, upstairs' });
    expect(data).toMatchObject({ name: 'The café, upstairs', code: 'THE-CAFÉ-UPSTAIRS' });
    expect(sandbox.snapshot().productSpaces).toContainEqual(data);
  });

  it('search members and filter them by status', async () => {
    const sandbox = createSandbox();
    const members = `/opm/projects/${ids.projectId}/members`;
    expect(items(await call(sandbox, 'GET', `${members}?search=haddad`))).toMatchObject([
      { firstName: 'Omar' },
    ]);
    expect((await call(sandbox, 'GET', `${members}?status=invited`)).metaData?.count).toBe(3);
  });
});

describe('The job operations', () => {
  const list = async (query: string) =>
    items(await call(createSandbox(), 'GET', `${project}/jobs/?size=99&${query}`));

  it('filter jobs by category, time range, entity and search text', async () => {
    expect(await list('')).toHaveLength(40);
    const cohorts = await list('jobCategory=cohort');
    expect(new Set(cohorts.map(({ jobCategory }) => jobCategory))).toEqual(new Set(['cohort']));
    const counts = await Promise.all(
      ['24h', '7d', '30d', 'all'].map(async (range) => (await list(`timeRange=${range}`)).length),
    );
    expect(counts).toEqual([...counts].sort((first, second) => first - second));
    expect(new Set(counts).size).toBe(4);
    const pooled = await list(`entityId=${ids.customerPoolId}`);
    expect(new Set(pooled.map(({ jobCategoryName }) => jobCategoryName))).toEqual(
      new Set(['Shop customers']),
    );
    expect((await list('searchJobs=newsletter')).length).toBeGreaterThan(3);
  });

  it.each(['status=pending&status=failed', 'status[]=pending&status[]=failed', 'status=pending,failed'])(
    'accept several values as %s',
    async (query) => {
      expect((await list(query)).map(({ status }) => status).sort()).toEqual(['failed', 'pending']);
    },
  );

  it('reject an unknown category and an unknown time range', async () => {
    for (const query of ['jobCategory=other', 'timeRange=1y']) {
      expect((await call(createSandbox(), 'GET', `${project}/jobs/?${query}`)).httpStatus).toBe(400);
    }
  });

  it('return the parent, children and siblings of a job', async () => {
    const sandbox = createSandbox();
    const parent = await call(sandbox, 'GET', `${project}/jobs/${ids.clientJobsId}`);
    expect(parent.data).toMatchObject({ currentJob: { clientJobsId: ids.clientJobsId }, parentJob: null });
    expect(parent.data.childJobs).toHaveLength(3);
    expect(parent.data.sibblingJobs).toEqual([]);
    const child = await call(sandbox, 'GET', `${project}/jobs/${ids.childJobsId}`);
    expect(child.data).toMatchObject({
      currentJob: { GetJobByIdType: 'current', errorMediaManagerId: ids.mediaManagerId },
      parentJob: { clientJobsId: ids.clientJobsId, GetJobByIdType: 'parent' },
      childJobs: [],
    });
    expect(child.data.sibblingJobs).toHaveLength(2);
    expect(Object.keys(child.data.currentJob as object)).toHaveLength(14);
  });
});

describe('A download', () => {
  const path = `${project}/media-manager/download-url?context=failedCustomerPoolCsv&mediaManagerId=${ids.mediaManagerId}`;

  it('is served at its signed URL without credentials', async () => {
    const sandbox = createSandbox();
    const job = await call(sandbox, 'GET', `${project}/jobs/${ids.childJobsId}`);
    const { failedRowsCount } = job.data.currentJob as { failedRowsCount: number };
    const { data } = await call(sandbox, 'GET', path);
    const response = await sandbox.fetch(data.downloadUrl as string);
    expect(response.headers.get('Content-Type')).toContain('text/csv');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toBe('row,uniqueCustomerId,reason');
    expect(lines).toHaveLength(failedRowsCount + 1);
    expect(JSON.stringify(sandbox.requests)).not.toContain(
      new URL(data.downloadUrl as string).searchParams.get('signature'),
    );
  });

  it('is available for each context', async () => {
    const sandbox = createSandbox();
    for (const [context, mediaManagerId] of Object.entries(ids.mediaManagerIds)) {
      const query = `context=${context}&mediaManagerId=${mediaManagerId}`;
      const { data } = await call(sandbox, 'GET', `${project}/media-manager/download-url?${query}`);
      const response = await sandbox.fetch(data.downloadUrl as string);
      expect(response.headers.get('Content-Disposition'), context).toMatch(
        /^attachment; filename="[\w.-]+"$/,
      );
      expect(await response.text(), context).not.toBe('');
      expect((await sandbox.fetch(data.downloadUrl as string, { method: 'POST' })).status).toBe(405);
    }
  });

  it('is rejected if its URL was changed or has expired', async () => {
    let time = Date.UTC(2025, 10, 1);
    const sandbox = createSandbox({ now: () => time });
    const { data } = await call(sandbox, 'GET', path);
    for (const [part, value] of [
      ['signature', 'x'],
      ['id', 'med_job_01'],
      ['expires', '99999999999999'],
    ] as const) {
      const changed = new URL(data.downloadUrl as string);
      changed.searchParams.set(part, value);
      expect((await sandbox.fetch(changed)).status).toBe(403);
    }
    time += 5 * 60_000;
    expect((await sandbox.fetch(data.downloadUrl as string)).status).toBe(403);
  });

  it('requires a file of the given context', async () => {
    const sandbox = createSandbox();
    const url = `${project}/media-manager/download-url`;
    const status = async (query: string) => (await call(sandbox, 'GET', `${url}?${query}`)).httpStatus;
    expect(await status(`context=archive&mediaManagerId=${ids.mediaManagerId}`)).toBe(404);
    expect(await status(`context=cellar&mediaManagerId=${ids.mediaManagerId}`)).toBe(400);
    expect(await status('context=archive')).toBe(400);
    expect(await status(`mediaManagerId=${ids.mediaManagerId}`)).toBe(400);
  });
});

describe('The operations on audience lists, groups, topics and handlers', () => {
  it('save changes', async () => {
    const sandbox = createSandbox();
    const list = `${project}/target-audience-lists/${ids.targetAudienceListId}/status`;
    const group = `${project}/notification-groups/${ids.notificationGroupId}`;
    const handler = `${project}/notification-handlers/${ids.notificationHandlerId}/handler-recipients`;
    const recipient = { recipientSourceType: 'payload_based', recipientSourceId: 'customer.id' };

    expect((await call(sandbox, 'PATCH', `${list}?status=archived`)).data).toEqual({ status: 'archived' });
    await call(sandbox, 'PUT', `${group}/notification-topics/${ids.notificationTopicId}`, info);
    await call(sandbox, 'PUT', `${group}/info`, info);
    const first = await call(sandbox, 'POST', handler, recipient);
    const second = await call(sandbox, 'POST', handler, recipient);

    expect(second.data).toEqual(first.data);
    const snapshot = sandbox.snapshot();
    expect(snapshot.targetAudienceLists[0]).toMatchObject({ status: 'archived' });
    expect(snapshot.notificationTopics[0]).toMatchObject({ id: ids.notificationTopicId, ...info });
    expect(snapshot.notificationGroups[0]).toMatchObject({ id: ids.notificationGroupId, ...info });
    expect(snapshot.handlerRecipients).toMatchObject([recipient]);
    expect(sandbox.groups[0]).toMatchObject({
      id: ids.notificationGroupId,
      name: info.name,
      description: info.description,
    });
  });

  it('reject a missing status', async () => {
    const path = `${project}/target-audience-lists/${ids.targetAudienceListId}/status`;
    expect((await call(createSandbox(), 'PATCH', path)).httpStatus).toBe(400);
  });
});

describe('An unknown id', () => {
  it('returns a 404', async () => {
    for (const [method, path] of [
      ['GET', '/customer/projects/nowhere/customer-pools/'],
      ['GET', '/opm/projects/nowhere/members'],
      ['GET', '/opm/projects/nowhere/services'],
      ['GET', '/nudge/projects/nowhere/jobs/'],
      ['GET', `/nudge/projects/nowhere/jobs/${ids.clientJobsId}`],
      ['GET', `${project}/jobs/nowhere`],
      ['GET', `${project}/cohort-segments/nowhere`],
      ['GET', '/nudge/send-policy/notification-types/nowhere'],
      ['PATCH', `${project}/target-audience-lists/nowhere/status?status=x`],
      ['PUT', `${project}/notification-groups/${ids.notificationGroupId}/notification-topics/top_returned`],
      [
        'PUT',
        `${project}/notification-groups/grp_billing_27e5/notification-topics/${ids.notificationTopicId}`,
      ],
      ['PATCH', `${pool}/custom-attributes/atr_email/info`],
    ] as const) {
      const body = method === 'PUT' ? info : undefined;
      expect((await call(createSandbox(), method, path, body)).httpStatus, `${method} ${path}`).toBe(404);
    }
  });

  it('is any id but the project’s in an empty sandbox', async () => {
    const sandbox = createSandbox({ seed: 'empty' });
    const pools = await call(sandbox, 'GET', `/customer/projects/${ids.projectId}/customer-pools/`);
    expect(items(pools)).toEqual([]);
    expect((await call(sandbox, 'GET', `${pool}/attributes?attributeTypes=all`)).httpStatus).toBe(404);
  });
});

describe('reset()', () => {
  it('reverts changes by client operations', async () => {
    const sandbox = createSandbox({ now: () => 0 });
    const before = sandbox.snapshot();
    await call(sandbox, 'POST', `${pool}/customers`, { customerData: { uniqueCustomerId: 'new-1' } });
    expect(sandbox.snapshot()).not.toEqual(before);
    sandbox.reset();
    expect(sandbox.snapshot()).toEqual(before);
  });
});
