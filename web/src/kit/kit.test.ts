import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { focusKept } from './focus';
import { toasts } from './toasts.svelte';

afterEach(() => {
  document.body.innerHTML = '';
  vi.useRealTimers();
});

describe('toasts', () => {
  it('are one at a time, and leave', () => {
    vi.useFakeTimers();
    toasts.say('Your offer was sent to Ben.');
    toasts.say('Ben declined your offer.', 'info');
    expect(toasts.list.map((toast) => toast.text)).toEqual(['Ben declined your offer.']);
    vi.advanceTimersByTime(4000);
    expect(toasts.list).toEqual([]);
  });
});

describe('the focus', () => {
  const button = (name: string): HTMLElement => {
    const made = document.createElement('button');
    made.dataset['do'] = name;
    document.body.append(made);
    return made;
  };

  it('goes back to who opened something, also if that was drawn anew', async () => {
    const opener = button('resign');
    opener.focus();
    const giveBack = focusKept();
    opener.remove();
    const again = button('resign');
    giveBack();
    await tick();
    expect(document.activeElement).toBe(again);
  });

  it('goes to the heading of the stage where the opener is gone', async () => {
    const opener = button('resign');
    opener.focus();
    const giveBack = focusKept();
    opener.remove();
    document.body.innerHTML = '<h2 id="decision-title" tabindex="-1">Throw</h2>';
    giveBack();
    await tick();
    expect(document.activeElement!.id).toBe('decision-title');
  });

  it('is not taken from who has it by then', async () => {
    const opener = button('resign');
    opener.focus();
    const giveBack = focusKept();
    const other = button('other');
    other.focus();
    giveBack();
    await tick();
    expect(document.activeElement).toBe(other);
  });
});
