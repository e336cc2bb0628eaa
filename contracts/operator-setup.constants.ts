/** What a new installation needs before its first member earns, in the order in which it is done. */
export const setupSteps = ['mail', 'site', 'zone', 'legal', 'team', 'economy', 'brand', 'campaign'] as const
/** How many steps a load of the demo data has. */
export const demoStepsCount = 7

export type SetupStep = (typeof setupSteps)[number]
