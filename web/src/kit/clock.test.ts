import { render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import ClockRing from './ClockRing.svelte';

describe('the clock', () => {
  it.each([
    [9_400, '10'],
    [99_000, '99'],
    [100_000, '1:40'],
    [599_000, '9:59'],
    [600_000, '10m'],
    [90 * 60_000, '90m'],
    [36 * 3_600_000, '36h'],
    [3 * 24 * 3_600_000, '3d'],
  ])('shows %d ms in what fits into the ring: %s', (left, shown) => {
    const { container } = render(ClockRing, { left, whole: left });
    expect(container.querySelector('span > span')?.textContent).toBe(shown);
    expect(shown.length).toBeLessThanOrEqual(4);
  });
});
