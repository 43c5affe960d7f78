import { describe, expect, it } from 'vitest';
import { spellQueries } from '../scripts/queries.mjs';
import { rawStyles } from '../scripts/styles.mjs';

const raw = (css) => rawStyles('A.svelte', `<p>#fff</p><style>${css}</style>`).length;

describe('the styles of a component', () => {
  it('take colours, type, spaces and radii from the tokens', () => {
    expect(raw('p { color: #fff; }')).toBe(1);
    expect(raw('p { background: linear-gradient(rgb(0 0 0 / 0.2), white); }')).toBe(1);
    expect(raw('p { font-size: 13px; } q { font: 700 1rem / 1.2 var(--font-ui); }')).toBe(2);
    expect(raw('p { padding: 0 6px; margin-top: -4px; gap: 0.5rem; border-radius: 3px; }')).toBe(4);
    expect(raw('@media (--below-tablet) { p { padding: 6px; } }')).toBe(1);
    expect(
      raw(
        'p { color: var(--ink); padding: calc(-1 * var(--space-1)) 0; font: 700 var(--text-xs) / 18px var(--font-ui); }',
      ),
    ).toBe(0);
  });
  it('have hairlines and measures of their own', () => {
    expect(
      raw('p { --indent: 58px; border: 2px solid var(--line); margin: 1.5px; width: 40px; white-space: nowrap; }'),
    ).toBe(0);
    expect(raw('p { /* padding: 6px; */ background: var(--white-ish); }')).toBe(0);
  });
  it('name the sizes at which they change', () => {
    expect(raw('@media (max-width: 599px) { p { color: var(--ink); } }')).toBe(1);
    expect(raw('@container dlg (--within-dialog) { p { color: var(--ink); } }')).toBe(0);
    expect(spellQueries('@media (--from-tablet) and (--below-desktop) { p { gap: var(--space-1); } }')).toBe(
      '@media (min-width: 600px) and (max-width: 1279px) { p { gap: var(--space-1); } }',
    );
    expect(() => spellQueries('@media (--below-nothing) {}')).toThrow('--below-nothing');
  });
});
