/** How the colour groups look: colour, ink and pattern from the design tokens, and a letter or an icon, never colour alone. */

import type { Board, GroupInfo } from '../protocol';

interface Look {
  /** The name within the design tokens: `--g-NAME`, `--gi-NAME`, `--pat-NAME`. */
  css: string;
  pattern?: string;
  /** The icon that stands for the letter. */
  icon?: string;
}

const LOOKS: Record<string, Look> = {
  brown: { css: 'brown' },
  'dark-purple': { css: 'purple', pattern: 'brown' },
  'light-blue': { css: 'light' },
  pink: { css: 'pink' },
  orange: { css: 'orange' },
  red: { css: 'red' },
  yellow: { css: 'yellow' },
  green: { css: 'green' },
  'dark-blue': { css: 'dark' },
  railroads: { css: 'rail', icon: 'rails' },
  utilities: { css: 'util', icon: 'bolt' },
};

const UNKNOWN: Look = { css: 'util' };

/** The custom properties of a group, for `style:--g` and its like. */
export interface Paint {
  g: string;
  gi: string;
  pat: string;
}

export function paintOf(colour: string): Paint {
  const look = LOOKS[colour] ?? UNKNOWN;
  return { g: `var(--g-${look.css})`, gi: `var(--gi-${look.css})`, pat: `var(--pat-${look.pattern ?? look.css})` };
}

/** The icon that a group, or one of its deeds, has instead of a letter. The second utility has an icon of its own. */
export function groupIcon(colour: string, nth = 0): string | null {
  if (colour === 'utilities' && nth === 1) return 'drop';
  return (LOOKS[colour] ?? UNKNOWN).icon ?? null;
}

export function groupByKey(board: Board, key: string): GroupInfo | undefined {
  return board.groups.find((group) => group.key === key);
}

/** The group of a deed, and which of it the deed is. */
export function groupOfDeed(board: Board, deed: number): { group: GroupInfo; nth: number } | null {
  const group = board.groups.find((one) => one.deeds.includes(deed));
  return group ? { group, nth: group.deeds.indexOf(deed) } : null;
}

/** The icon of a square that nobody can own. */
export const SQUARE_ICONS: Record<string, string> = {
  go: 'go',
  chance: 'fork',
  chest: 'bowl',
  tax: 'receipt',
  jail: 'bars',
  free_parking: 'bench',
  go_to_jail: 'tojail',
};

/** The icon of a square; the last tax of the board is the one on luxury. */
export function squareIcon(board: Board, square: number): string {
  const kind = board.squares[square]?.kind ?? '';
  if (kind !== 'tax') return SQUARE_ICONS[kind] ?? 'info';
  const last = board.squares.findLastIndex((one) => one.kind === 'tax');
  return square === last ? 'goblet' : 'receipt';
}
