/** Faces of dice. */

/** The places of the pips on a die of 100 × 100. */
export function pips(value: number): [number, number][] {
  const [low, middle, high] = [27, 50, 73];
  const diagonal: [number, number][] = [
    [low, low],
    [high, high],
  ];
  const other: [number, number][] = [
    [high, low],
    [low, high],
  ];
  switch (value) {
    case 1:
      return [[middle, middle]];
    case 2:
      return diagonal;
    case 3:
      return [...diagonal, [middle, middle]];
    case 4:
      return [...diagonal, ...other];
    case 5:
      return [...diagonal, ...other, [middle, middle]];
    case 6:
      return [...diagonal, ...other, [low, middle], [high, middle]];
    default:
      return [];
  }
}

/** What the faces 4 to 6 of the Speed Die show: the Bus once, Mr. M twice. */
export const SPEED_FACES: Record<number, 'bus' | 'm'> = { 4: 'bus', 5: 'm', 6: 'm' };
