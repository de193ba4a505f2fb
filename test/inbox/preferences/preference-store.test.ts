import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeNetwork, noNetwork, refused, settled, tearDown, unauthorized } from '../fakes.js';
import { FakeSaves, hear, soFar, type Heard } from './preference-fakes.js';

let saves: FakeSaves;
let network: FakeNetwork;
let heard: Heard;

beforeEach(() => {
  vi.useFakeTimers();
  network = new FakeNetwork();
  saves = new FakeSaves();
  heard = hear(saves);
});

afterEach(() => {
  heard.store.close();
  tearDown();
});

describe('the groups of the host', () => {
  it('are shown in its order, with null for what it leaves out', () => {
    heard.store.setGroups([
      { id: 'x', name: 'Offers', description: 'Now and then', section: 'Shop', isRequired: true },
      { id: 'a', name: '  ', isGroupNotificationOff: true },
    ]);
    const rest = { isRemembered: false, status: 'settled', failedChoice: null };
    expect(heard.store.state.groups).toEqual([
      {
        id: 'x',
        name: 'Offers',
        description: 'Now and then',
        section: 'Shop',
        isRequired: true,
        isGroupNotificationOff: null,
        ...rest,
      },
      {
        id: 'a',
        name: null,
        description: null,
        section: null,
        isRequired: false,
        isGroupNotificationOff: true,
        ...rest,
      },
    ]);
  });

  it('that are bad are left out with one warning, and of two with one id the first counts', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    for (const id of ['', 5, null, undefined, 'a']) {
      heard.store.setGroups([{ id: 'a', name: 'First' }, { id, name: 'Second' } as never]);
      expect(heard.store.state.groups.map(({ name }) => name)).toEqual(['First']);
    }
    heard.store.setGroups([null, 'a', { id: 'b' }] as never);
    expect(heard.store.state.groups.map(({ id }) => id)).toEqual(['b']);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it.each([[null], [undefined], ['a'], [{}]])('of %j are none', (groups) => {
    heard.store.setGroups(groups as never);
    expect(heard.store.state.groups).toEqual([]);
  });

  it('take no choice of a bad type as known', () => {
    heard.store.setGroups([{ id: 'a', isGroupNotificationOff: 'no' as never }, { id: 'c' }]);
    expect([heard.shown('a')[0], heard.shown('c')[0]]).toEqual([false, null]);
  });

  it('are a new picture with each change, and the same one between', () => {
    const { state } = heard.store;
    expect(heard.store.state).toBe(state);
    heard.store.setGroups([]);
    expect(heard.store.state).not.toBe(state);
  });

  it('say nothing new by saying again what was so before a choice', async () => {
    void heard.choose('a', true);
    await saves.last.succeed();
    heard.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(heard.shown('a')).toEqual([true, 'settled']);
    heard.store.setGroups([{ id: 'a', isGroupNotificationOff: true }]);
    heard.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(heard.shown('a')).toEqual([false, 'settled']);
    expect(saves.sent).toHaveLength(1);
  });
});

describe('a choice', () => {
  it('is shown at once, and saved', async () => {
    const saving = heard.choose('a', true);
    expect(heard.shown('a')).toEqual([true, 'saving']);
    expect(saves.log).toEqual([['a', true]]);
    await saves.last.succeed();
    expect(heard.shown('a')).toEqual([true, 'settled']);
    expect(heard.events).toEqual([{ type: 'saved', groupId: 'a', isGroupNotificationOff: true }]);
    expect(await saving).toBe(true);
  });

  it('for what nobody knew becomes known', async () => {
    void heard.choose('b', false);
    await saves.last.succeed();
    expect(heard.shown('b')).toEqual([false, 'settled']);
  });

  it('that is known to be so already is not sent', async () => {
    expect(await heard.choose('a', false)).toBe(true);
    expect(saves.sent).toEqual([]);
    expect(heard.shown('a')).toEqual([false, 'settled']);
  });

  it.each([[null], ['Paused.'], ['true']])('counts as saved where the service says %j', async (status) => {
    const saving = heard.choose('a', true);
    await saves.last.succeed(status);
    expect([await saving, ...heard.shown('a')]).toEqual([true, true, 'settled']);
  });

  it('is not what is shown where the service says the contrary', async () => {
    const saving = heard.choose('b', true);
    await saves.last.succeed('on');
    expect(heard.group('b')).toMatchObject({
      isGroupNotificationOff: false,
      status: 'failed',
      failedChoice: true,
    });
    expect(await saving).toBe(false);
    expect(heard.events).toMatchObject([{ type: 'error', operation: 'set-preference', groupId: 'b' }]);
  });

  it('that fails is taken back, told, and tried again on demand', async () => {
    const saving = heard.choose('a', true);
    await saves.last.fail(refused(500));
    expect(heard.group('a')).toMatchObject({
      isGroupNotificationOff: false,
      status: 'failed',
      failedChoice: true,
    });
    expect(await saving).toBe(false);
    expect(heard.events).toMatchObject([
      { type: 'error', error: { status: 500 }, operation: 'set-preference', groupId: 'a' },
    ]);
    const again = heard.store.retry('a');
    expect(heard.group('a')).toMatchObject({ status: 'saving', failedChoice: null });
    await saves.last.succeed();
    expect([await again, ...heard.shown('a')]).toEqual([true, true, 'settled']);
  });

  it('that failed leaves unknown what was unknown', async () => {
    void heard.choose('b', true);
    await saves.last.fail(refused(403));
    expect(heard.shown('b')).toEqual([null, 'failed']);
  });

  it('is sent after one that failed even if it is what was known: nobody can tell what the service has', async () => {
    void heard.choose('a', true);
    await saves.last.fail(noNetwork());
    void heard.choose('a', false);
    expect(saves.log).toEqual([
      ['a', true],
      ['a', false],
    ]);
  });

  it.each([
    ['no group of the host', 'z', true],
    ['required', 'c', true],
    ['given no choice', 'a', 'off' as never],
  ])('is refused where the group is %s', async (_, id, isOff) => {
    heard.store.setGroups([{ id: 'a' }, { id: 'c', isRequired: true }]);
    expect(await heard.choose(id, isOff)).toBe(false);
    expect(saves.sent).toEqual([]);
  });

  it('has nothing to be tried again where nothing failed', async () => {
    expect([await heard.store.retry('a'), await heard.store.retry('b')]).toEqual([true, false]);
    expect(saves.sent).toEqual([]);
  });
});

describe('toggling fast', () => {
  it('sends one at a time, and after it only the last', async () => {
    const fates = [true, false, true, false].map((isOff) => heard.choose('a', isOff));
    void heard.choose('b', true);
    expect(saves.log).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(heard.shown('a')).toEqual([false, 'saving']);
    await saves.sent[0]!.succeed();
    expect(saves.log[2]).toEqual(['a', false]);
    expect(heard.shown('a')).toEqual([false, 'saving']);
    await saves.last.succeed();
    expect(heard.shown('a')).toEqual([false, 'settled']);
    expect(saves.sent).toHaveLength(3);
    expect(await Promise.all(fates)).toEqual([true, false, false, true]);
  });

  it('sends nothing more where the first was the last choice, too', async () => {
    const fates = [true, false, true].map((isOff) => heard.choose('a', isOff));
    await saves.last.succeed();
    expect(saves.log).toEqual([['a', true]]);
    expect(heard.shown('a')).toEqual([true, 'settled']);
    expect(await Promise.all(fates)).toEqual([true, false, true]);
  });

  it('shares one fate where the same is chosen twice', async () => {
    const [one, other] = [heard.choose('a', true), heard.choose('a', true)];
    await saves.last.succeed();
    expect([await one, await other, saves.sent.length]).toEqual([true, true, 1]);
  });

  it('tells nothing of a failure that a later choice has overtaken', async () => {
    const [first, last] = [heard.choose('a', true), heard.choose('a', false)];
    await saves.last.fail(noNetwork());
    expect(heard.shown('a')).toEqual([false, 'saving']);
    expect(saves.log[1]).toEqual(['a', false]);
    await saves.last.succeed();
    expect([await first, await last, ...heard.shown('a')]).toEqual([false, true, false, 'settled']);
    expect(heard.events).toEqual([{ type: 'saved', groupId: 'a', isGroupNotificationOff: false }]);
  });

  it('falls back on what was saved last, not on what was known first', async () => {
    void heard.choose('a', true);
    void heard.choose('a', false);
    await saves.last.succeed();
    await saves.last.fail(refused(500));
    expect(heard.group('a')).toMatchObject({
      isGroupNotificationOff: true,
      status: 'failed',
      failedChoice: false,
    });
  });

  it('keeps groups apart, in whatever order their answers come', async () => {
    void heard.choose('a', true);
    void heard.choose('b', true);
    await saves.sent[1]!.fail(refused(500));
    expect([heard.shown('a'), heard.shown('b')]).toEqual([
      [true, 'saving'],
      [null, 'failed'],
    ]);
    await saves.sent[0]!.succeed();
    expect([heard.shown('a'), heard.shown('b')]).toEqual([
      [true, 'settled'],
      [null, 'failed'],
    ]);
  });
});

describe('without a network', () => {
  it('a choice waits, and the last is sent as the network is back', async () => {
    network.set(false);
    const fates = [heard.choose('b', false), heard.choose('b', true)];
    expect(heard.shown('b')).toEqual([true, 'waiting']);
    expect(saves.sent).toEqual([]);
    expect(await soFar(fates[1]!)).toBe('pending');
    network.set(true);
    expect(heard.shown('b')).toEqual([true, 'saving']);
    await saves.last.succeed();
    expect(saves.log).toEqual([['b', true]]);
    expect([await Promise.all(fates), heard.events.length]).toEqual([[false, true], 1]);
  });

  it('nothing is left to wait for where it is put back', async () => {
    network.set(false);
    void heard.choose('a', true);
    expect(await heard.choose('a', false)).toBe(true);
    network.set(true);
    expect([heard.shown('a'), saves.sent.length]).toEqual([[false, 'settled'], 0]);
  });

  it('what was under way waits, too', async () => {
    void heard.choose('a', true);
    network.set(false);
    await saves.last.fail(noNetwork());
    expect([heard.shown('a'), heard.events]).toEqual([[true, 'waiting'], []]);
    network.set(true);
    await saves.last.succeed();
    expect([heard.shown('a'), saves.sent.length]).toEqual([[true, 'settled'], 2]);
  });

  it('a choice is not lost where nobody looks any more, and nothing is left once it is saved', async () => {
    network.set(false);
    void heard.choose('a', true);
    heard.stop();
    await settled();
    expect(network.listeners).toBeGreaterThan(0);
    network.set(true);
    await saves.last.succeed();
    expect([saves.sent.length, network.listeners]).toEqual([1, 0]);
  });

  it('tried again by hand it waits on', () => {
    network.set(false);
    void heard.choose('a', true);
    void heard.store.retry('a');
    expect([heard.shown('a'), saves.sent.length]).toEqual([[true, 'waiting'], 0]);
  });
});

describe('without a token', () => {
  it('a choice waits, and is told once', async () => {
    const saving = heard.choose('a', true);
    void heard.choose('b', true);
    await saves.sent[0]!.fail(unauthorized());
    await saves.sent[1]!.fail(unauthorized());
    expect([heard.shown('a'), heard.shown('b')]).toEqual([
      [true, 'waiting'],
      [true, 'waiting'],
    ]);
    expect(heard.events).toMatchObject([{ type: 'error', error: { status: 401 }, groupId: 'a' }]);
    expect([await soFar(saving), saves.sent.length]).toEqual(['pending', 2]);
  });

  it('all that waits is sent after one that succeeds', async () => {
    void heard.choose('a', true);
    await saves.last.fail(unauthorized());
    void heard.choose('b', true);
    await saves.last.succeed();
    expect(saves.log.slice(2)).toEqual([['a', true]]);
    await saves.last.succeed();
    expect(heard.shown('a')).toEqual([true, 'settled']);
  });

  const returned = (): void => {
    network.show(false);
    network.show(true);
  };
  const reconnected = (): void => {
    network.set(false);
    network.set(true);
  };

  it.each<[string, () => unknown]>([
    ['the page is seen again', returned],
    ['a record was fetched', () => heard.store.meet('customer-1')],
    ['it is tried again by hand', () => heard.store.retry('a')],
    ['the network is back', reconnected],
  ])('is sent as %s', async (_, act) => {
    void heard.choose('a', true);
    await saves.last.fail(unauthorized());
    act();
    expect([heard.shown('a'), saves.sent.length]).toEqual([[true, 'saving'], 2]);
    await saves.last.fail(unauthorized());
    expect(heard.shown('a')).toEqual([true, 'waiting']);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'it was tried by hand',
      () => {
        void heard.store.retry('a');
        return settled();
      },
    ],
    [
      'another was saved',
      async () => {
        void heard.choose('b', true);
        await saves.last.succeed();
      },
    ],
  ])('is told again after %s', async (_, act) => {
    void heard.choose('a', true);
    await saves.last.fail(unauthorized());
    await act();
    await saves.last.fail(unauthorized());
    expect(heard.events.filter(({ type }) => type === 'error')).toHaveLength(2);
  });

  it('that is not allowed (403) fails', async () => {
    void heard.choose('a', true);
    await saves.last.fail(Object.assign(unauthorized(), { status: 403 }));
    expect(heard.shown('a')).toEqual([false, 'failed']);
  });
});

describe('groups that change while a save is under way', () => {
  it('a group that is gone: the save goes on, and its failure is nobody’s concern', async () => {
    const saving = heard.choose('a', true);
    heard.store.setGroups([{ id: 'b' }]);
    expect(saves.last.signal.aborted).toBe(false);
    await saves.last.fail(refused(500));
    expect([await saving, heard.events, heard.store.state.groups.length]).toEqual([false, [], 1]);
    heard.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(heard.shown('a')).toEqual([false, 'settled']);
  });

  it('a group that is gone and back shows what was saved', async () => {
    void heard.choose('a', true);
    heard.store.setGroups([]);
    await saves.last.succeed();
    expect(heard.store.state.groups).toEqual([]);
    heard.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(heard.shown('a')).toEqual([true, 'settled']);
  });

  it('the host’s word does not hide the choice, and is what a failure falls back on', async () => {
    heard.store.setGroups([{ id: 'b' }]);
    void heard.choose('b', true);
    heard.store.setGroups([{ id: 'b', isGroupNotificationOff: false, name: 'Renamed' }]);
    expect([heard.shown('b'), heard.group('b').name]).toEqual([[true, 'saving'], 'Renamed']);
    await saves.last.fail(refused(500));
    expect(heard.shown('b')).toEqual([false, 'failed']);
    heard.store.setGroups([{ id: 'b', isGroupNotificationOff: true }]);
    expect(heard.shown('b')).toEqual([true, 'settled']);
  });

  it('a group that waits is sent also when it is gone', () => {
    network.set(false);
    void heard.choose('a', true);
    heard.store.setGroups([]);
    network.set(true);
    expect(saves.log).toEqual([['a', true]]);
  });
});

describe('mute all', () => {
  const groups = [
    { id: 'on', isGroupNotificationOff: false },
    { id: 'off', isGroupNotificationOff: true },
    { id: 'unknown' },
    { id: 'required', isRequired: true },
    { id: 'bad', isGroupNotificationOff: false },
  ];

  it('switches off what can be, says how many failed, and puts back what it changed', async () => {
    heard.store.setGroups(groups);
    const muting = heard.store.muteAll();
    expect(saves.log).toEqual([
      ['on', true],
      ['unknown', true],
      ['bad', true],
    ]);
    await saves.sent[0]!.succeed();
    await saves.sent[1]!.succeed();
    expect(await soFar(muting)).toBe('pending');
    await saves.sent[2]!.fail(refused(500));
    const { failed, undo } = await muting;
    expect(failed).toBe(1);
    const undoing = undo();
    expect(saves.log.slice(3)).toEqual([['on', false]]);
    await saves.last.succeed();
    expect(await undoing).toBe(0);
    expect(groups.map(({ id }) => heard.shown(id)[0])).toEqual([false, true, true, null, false]);
  });

  it('leaves alone in undoing what was chosen since, and says what could not be put back', async () => {
    heard.store.setGroups([...groups, { id: 'other', isGroupNotificationOff: false }]);
    saves.answer = () => ({ status: 'saved' });
    const { undo } = await heard.store.muteAll();
    await heard.choose('on', false);
    await heard.choose('on', true);
    await heard.choose('other', false);
    const before = saves.sent.length;
    saves.answer = () => {
      throw refused(500);
    };
    expect(await undo()).toBe(1);
    expect(saves.log.slice(before)).toEqual([['bad', false]]);
    expect(heard.shown('bad')).toEqual([true, 'failed']);
  });

  it('leaves alone in undoing what the host told since', async () => {
    const [off, on] = [true, false].map((isOff) => [{ id: 'a', isGroupNotificationOff: isOff }]);
    saves.answer = () => ({ status: 'saved' });
    const { undo } = await heard.store.muteAll();
    heard.store.setGroups(off!);
    heard.store.setGroups(on!);
    heard.store.setGroups(off!);
    const before = saves.sent.length;
    expect([await undo(), saves.sent.length, heard.shown('a')[0]]).toEqual([0, before, true]);
  });

  it('does not wait for the network, and can be undone before it is back', async () => {
    heard.store.setGroups(groups);
    network.set(false);
    const { failed, undo } = await heard.store.muteAll();
    expect([failed, heard.shown('on')]).toEqual([0, [true, 'waiting']]);
    expect(await undo()).toBe(0);
    expect(heard.shown('on')).toEqual([false, 'settled']);
    network.set(true);
    expect(saves.log).toEqual([['unknown', true]]);
  });

  it('ends where the customer signs out meanwhile', async () => {
    heard.store.setGroups(groups);
    const muting = heard.store.muteAll();
    heard.store.clear();
    const { failed, undo } = await muting;
    expect([failed, await undo()]).toEqual([0, 0]);
  });

  it('does nothing where all is off', async () => {
    heard.store.setGroups([{ id: 'off', isGroupNotificationOff: true }]);
    const { failed, undo } = await heard.store.muteAll();
    expect([failed, await undo(), saves.sent.length]).toEqual([0, 0, 0]);
  });
});

describe('an end in the middle', () => {
  it('by signing out lets in no answer, and sends nothing that waits', async () => {
    const fates = [heard.choose('a', true), heard.choose('a', false)];
    network.set(false);
    fates.push(heard.choose('b', true));
    heard.store.clear();
    expect(saves.last.signal.aborted).toBe(true);
    network.set(true);
    await saves.last.succeed();
    expect([await Promise.all(fates), heard.events, heard.store.state.groups]).toEqual([
      [false, false, false],
      [],
      [],
    ]);
    expect(saves.sent).toHaveLength(1);
    heard.store.setGroups([{ id: 'a' }]);
    expect(heard.shown('a')).toEqual([null, 'settled']);
    void heard.choose('a', true);
    await saves.last.succeed();
    expect(heard.shown('a')).toEqual([true, 'settled']);
  });

  it('by closing leaves no listener, takes back what is not saved, and takes no choice', async () => {
    void heard.choose('a', true);
    network.set(false);
    void heard.choose('b', true);
    heard.store.close();
    expect([saves.last.signal.aborted, network.listeners]).toEqual([true, 0]);
    expect([heard.shown('a'), heard.shown('b')]).toEqual([
      [false, 'settled'],
      [null, 'settled'],
    ]);
    network.set(true);
    expect([await heard.choose('a', true), saves.sent.length]).toEqual([false, 1]);
    heard.store.subscribe(() => undefined);
    expect(network.listeners).toBe(0);
  });

  it('by a record of another customer forgets the choices of the first', async () => {
    heard.store.meet('customer-1');
    void heard.choose('a', true);
    heard.store.meet(null);
    heard.store.meet('customer-1');
    expect(heard.shown('a')).toEqual([true, 'saving']);
    heard.store.meet('customer-2');
    expect([saves.last.signal.aborted, heard.store.state.groups]).toEqual([true, []]);
    await saves.last.succeed();
    expect(heard.events).toEqual([]);
  });
});
