/** What is counted of the dice of a game, and how likely it is. Pure. */

/** The share of throws of two dice that show this total. */
export function chanceOf(total: number): number {
  return total < 2 || total > 12 ? 0 : (6 - Math.abs(7 - total)) / 36;
}

/** How often each total of the white dice was thrown, from 2 to 12. */
export function histogram(
  throws: readonly (readonly number[])[],
): { total: number; count: number; expected: number }[] {
  return Array.from({ length: 11 }, (_, n) => {
    const total = n + 2;
    return {
      total,
      count: throws.filter((dice) => (dice[0] ?? 0) + (dice[1] ?? 0) === total).length,
      expected: throws.length * chanceOf(total),
    };
  });
}

/** Pearson's measure of how far the counts are from what is expected; 10 degrees of freedom. */
export function chiSquare(bars: readonly { count: number; expected: number }[]): number {
  return bars.reduce((sum, { count, expected }) => (expected ? sum + (count - expected) ** 2 / expected : sum), 0);
}

/**
 * The chance that fair dice would lie at least so far from what is expected: the upper tail for an even number of
 * degrees of freedom, which has a closed form.
 */
export function tail(chi: number, degrees = 10): number {
  let term = Math.exp(-chi / 2);
  let sum = term;
  for (let k = 1; k < degrees / 2; k++) sum += term *= chi / 2 / k;
  return Math.min(1, sum);
}
