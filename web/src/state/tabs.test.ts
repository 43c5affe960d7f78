import { afterEach, describe, expect, it, vi } from 'vitest';
import { pane } from './pane.svelte';
import { tabs } from './tabs.svelte';

afterEach(() => vi.restoreAllMocks());

describe('the tab in front', () => {
  it('stays while a device is turned and turned back', () => {
    const size = vi.spyOn(pane, 'size', 'get').mockReturnValue('tablet');
    tabs.reset();
    expect(tabs.now).toBe('log');
    size.mockReturnValue('phone');
    expect(tabs.now, 'a phone begins with the board').toBe('board');
    tabs.show('deeds');
    size.mockReturnValue('tablet');
    expect(tabs.now).toBe('log');
    size.mockReturnValue('phone');
    expect(tabs.now).toBe('deeds');
  });
});
