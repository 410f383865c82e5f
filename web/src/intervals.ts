/** How far a share that was found by trials can be trusted. Pure. */

const Z = 1.959963984540054; // 95 %

/** The Wilson score interval of a share, from and to; all three in percent. */
export function interval(percent: number, trials: number): [number, number] {
  const rate = Math.min(1, percent / 100);
  const spread = (Z * Z) / trials;
  const middle = (rate + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials))) / (1 + spread);
  return [100 * Math.max(0, middle - half), 100 * Math.min(1, middle + half)];
}
