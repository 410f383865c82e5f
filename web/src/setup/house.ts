/** The set-up page's lists: scenarios in their order, and house rules, where what holds may depend on others. Pure. */

import type { GameFacts, OptionFact, ScenarioFact } from '../messages';

/** Scenarios as they are shown: those that teach the game before the others. */
export function lessonsFirst({ scenarios }: Pick<GameFacts, 'scenarios'>): ScenarioFact[] {
  return [...scenarios.filter((one) => one.lesson.length > 0), ...scenarios.filter((one) => one.lesson.length === 0)];
}

/** Switches the player has touched, with their values: all that the server is told. */
export type Touched = Readonly<Record<string, string>>;

/** The value of a switch where the player has said nothing about it: the scenario's, its book value, or what another sets. */
export function standardOf(
  option: OptionFact,
  options: readonly OptionFact[],
  touched: Touched,
  usual: Touched = {},
): string {
  if (usual[option.key] !== undefined) return usual[option.key]!;
  for (const [other, value, standard] of option.defaults) {
    const setting = touched[other] ?? usual[other] ?? options.find((one) => one.key === other)?.values[0];
    if (setting === value) return standard;
  }
  return option.values[0]!;
}

/** The value that a switch has in the battle. */
export function valueOf(
  option: OptionFact,
  options: readonly OptionFact[],
  touched: Touched,
  usual: Touched = {},
): string {
  return touched[option.key] ?? standardOf(option, options, touched, usual);
}

/** How many switches stand otherwise than they would if the player had said nothing about them. */
export function changes(options: readonly OptionFact[], touched: Touched, usual: Touched = {}): number {
  return options.filter(
    (option) => valueOf(option, options, touched, usual) !== standardOf(option, options, touched, usual),
  ).length;
}
