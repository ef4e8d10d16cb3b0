/** The classes of the town's roads. Limits in km/h. */
export const roadClasses = {
  main: { limit: 70, tunnel: false },
  ring: { limit: 70, tunnel: false },
  tunnel: { limit: 70, tunnel: true },
  arterial: { limit: 50, tunnel: false },
  street: { limit: 30, tunnel: false },
} as const satisfies { readonly [name: string]: { limit: number; tunnel: boolean } };

export type RoadClass = keyof typeof roadClasses;
