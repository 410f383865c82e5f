import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from './friends/settings.svelte';
import { dial, lineTo, waitBefore } from './socket';
import type { Link } from './socket';

class Pretended {
  static readonly OPEN = 1;
  static all: Pretended[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = () => {};
  onclose = (_event: { code: number }) => {};
  onmessage = (_event: { data: string }) => {};
  constructor(readonly url: string) {
    Pretended.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  fall(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
}

function begin() {
  const links: Link[] = [];
  const wire = dial(
    'ws://x/ws/t',
    { message: () => {}, link: (link) => links.push(link) },
    Pretended as unknown as typeof WebSocket,
  );
  return { links, wire, last: () => Pretended.all.at(-1)! };
}

/** What the browser tells: whether the page is in sight, and that the network is back. */
let page: EventTarget & { visibilityState: string };
let network: EventTarget;

describe('the line', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    network = new EventTarget();
    vi.stubGlobal('document', page);
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
    vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
    Pretended.all = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('comes back by itself', () => {
    const { links, last } = begin();
    last().open();
    last().fall();
    expect(links.at(-1)).toBe('lost');
    vi.advanceTimersByTime(20_000);
    expect(Pretended.all.length).toBe(2);
    last().open();
    expect(links.at(-1)).toBe('open');
  });
  it('does not call a battle that is gone', () => {
    const { links, last } = begin();
    last().fall(4404);
    vi.advanceTimersByTime(60_000);
    expect(links.at(-1)).toBe('gone');
    expect(Pretended.all.length).toBe(1);
  });
  it('stays shut once closed', () => {
    const { wire, last } = begin();
    last().open();
    wire.close();
    last().fall();
    vi.advanceTimersByTime(60_000);
    expect(Pretended.all.length).toBe(1);
  });
  it('says when it cannot send', () => {
    const { wire, last } = begin();
    expect(wire.send({ type: 'step' })).toBe(false);
    last().open();
    expect(wire.send({ type: 'step' })).toBe(true);
    expect(last().sent).toEqual(['{"type":"step"}']);
  });
  it('waits longer and longer, and never more than five seconds', () => {
    expect(waitBefore(0, 0.5)).toBe(400);
    expect(waitBefore(3, 0.5)).toBe(3200);
    expect(waitBefore(50, 1)).toBe(5000);
  });
  it('is tried at once when the page is looked at again, or the network is back', () => {
    const { last, wire } = begin();
    const fallen = () => {
      last().open();
      last().fall();
      return Pretended.all.length;
    };
    let lines = fallen();
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(Pretended.all.length).toBe(lines);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(Pretended.all.length).toBe(lines + 1);
    page.dispatchEvent(new Event('visibilitychange')); // it is being tried already
    expect(Pretended.all.length).toBe(lines + 1);
    lines = fallen();
    network.dispatchEvent(new Event('online'));
    expect(Pretended.all.length).toBe(lines + 1);
    lines = fallen();
    wire.close();
    network.dispatchEvent(new Event('online'));
    page.dispatchEvent(new Event('visibilitychange'));
    expect(Pretended.all.length).toBe(lines);
  });
  it('is beside the page', () => {
    const page = { protocol: 'https:', host: 'h:1' } as Location;
    expect(lineTo('a b', page)).toBe('wss://h:1/ws/a%20b');
    settings.set({ language: 'ru' });
    expect(lineTo('a b', page)).toBe('wss://h:1/ws/a%20b?language=ru');
    settings.set({ language: '' });
  });
});
