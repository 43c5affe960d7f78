/** How the lines of players differ where there are several: never by colour alone. */
export const DASHES = ['', '2 4', '8 5', '10 4 2 4', '1 5', '14 4', '5 3', '6 3 1 3 1 3'];

/** The dash of a seat: whoever looks has the plain line, the others theirs in order. */
export function dashOf(seat: number, me: number | null): string {
  if (me === null || me === 0) return DASHES[seat] ?? '';
  if (seat === me) return '';
  return DASHES[seat < me ? seat + 1 : seat] ?? '';
}

/** The pattern that fills the area of a seat; the first, of whoever looks, is plain. */
export const FILLS = ['', 'dots', 'upright', 'falling', 'rising', 'level', 'lattice', 'rings'] as const;
