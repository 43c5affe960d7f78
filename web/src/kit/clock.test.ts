import { render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import ClockRing from './ClockRing.svelte';

describe('the clock', () => {
  it.each([
    [9_400, '10', '10 seconds left'],
    [99_000, '99', '99 seconds left'],
    [100_000, '1:40', '1 minute left'],
    [599_000, '9:59', '9 minutes left'],
    [600_000, '10m', '10 minutes left'],
    [90 * 60_000, '90m', '90 minutes left'],
    [36 * 3_600_000, '36h', '36 hours left'],
    [3 * 24 * 3_600_000, '3d', '3 days left'],
  ])('shows %d ms in what fits into the ring: %s', (left, shown, said) => {
    const { container } = render(ClockRing, { left, whole: left });
    expect(container.querySelector('span > span')?.textContent).toBe(shown);
    expect(shown.length).toBeLessThanOrEqual(4);
    expect(container.querySelector('[role=timer]')?.getAttribute('aria-label')).toBe(said);
  });
});
