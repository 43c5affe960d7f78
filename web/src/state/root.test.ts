import { describe, expect, it } from 'vitest';
import { at, rootOf, within } from './root';

describe('the path under which the game is given', () => {
  it('is nothing at the top of a server', () => {
    expect(rootOf('/')).toBe('');
    expect(at('/rules', '')).toBe('/rules');
    expect(within('/g/abc', '')).toBe('/g/abc');
  });

  it('comes before every address, and is taken off again', () => {
    const root = rootOf('/monopoly/');
    expect(at('/rules', root)).toBe('/monopoly/rules');
    expect(within('/monopoly/g/abc', root)).toBe('/g/abc');
    expect(within('/monopoly', root)).toBe('/');
    expect(within('/monopoly/', root)).toBe('/');
  });

  it('leaves other addresses of the server alone', () => {
    expect(within('/chess/g/abc', '/monopoly')).toBeNull();
    expect(within('/monopolyx', '/monopoly')).toBeNull();
  });
});
