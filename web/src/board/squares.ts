/** Which icon a square has, and which group a deed belongs to. */

import type { Board, GroupInfo, SquareInfo } from '../protocol';

/** The square of a kind of which a board has one, such as its Jail; -1 if it has none. */
export function squareOfKind(board: Board, kind: SquareInfo['kind']): number {
  return board.squares.findIndex((square) => square.kind === kind);
}

/** The group of a deed. */
export function groupOfDeed(board: Board, deed: number): GroupInfo | null {
  return board.groups.find((group) => group.deeds.includes(deed)) ?? null;
}

const ICONS: Record<string, string> = {
  go: 'go',
  chance: 'fork',
  chest: 'bowl',
  jail: 'bars',
  free_parking: 'bench',
  go_to_jail: 'tojail',
};

/** The icon of a square that nobody can own; the last tax of the board is the one on luxury. */
export function squareIcon(board: Board, square: number): string {
  const kind = board.squares[square]?.kind ?? '';
  if (kind !== 'tax') return ICONS[kind] ?? 'info';
  const last = board.squares.findLastIndex((one) => one.kind === 'tax');
  return square === last ? 'goblet' : 'receipt';
}
