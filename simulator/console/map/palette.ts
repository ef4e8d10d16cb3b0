/**
 * Colours of the map. Vehicles have those of the palette of Okabe and Ito, which colour-blind people can tell apart; shapes
 * show the same states.
 */
export const light = {
  water: '#d9e5ec',
  land: '#f2f0ea',
  border: '#cfcbc1',
  road: '#ffffff',
  mainRoad: '#ffffff',
  roadEdge: '#d3cec2',
  tunnel: '#e6e2d8',
  block: '#e7e2d7',
  park: '#d5e7cc',
  river: '#bcd8e8',
  /** Names of streets. */
  street: '#6b6559',
  route: '#8ba3b5',
  area: '#009e73',
  site: '#3d5163',
  /** The name of a town of the real world. */
  town: '#66727d',
  text: '#26333f',
  halo: '#ffffff',
  trail: '#0072b2',
  /** A recorded drive, from slow to fast: `SPEED_STEPS`. */
  speeds: ['#e3a02f', '#d9573f', '#a02c74', '#3b1f8a'],
  vehicles: {
    moving: '#0072b2',
    parked: '#4d5c69',
    offline: '#6f7b86',
    expired: '#a8437f',
    alert: '#d55e00',
    limit: '#b57a00',
    chosen: '#111c26',
    /** Around each vehicle, so that it is distinct from roads and from its neighbours. */
    edge: '#ffffff',
  },
};

export type Palette = typeof light;
export type VehicleColours = Palette['vehicles'];

export const dark: Palette = {
  water: '#0e151d',
  land: '#18212b',
  border: '#2c3947',
  road: '#2c3846',
  mainRoad: '#3a4858',
  roadEdge: '#121a22',
  tunnel: '#202a35',
  block: '#1e2934',
  park: '#1a332a',
  river: '#12324a',
  street: '#94a3b1',
  route: '#5a7488',
  area: '#2bbf95',
  site: '#b4c3d0',
  town: '#93a2b0',
  text: '#e6edf3',
  halo: '#0e151d',
  trail: '#56b4e9',
  speeds: ['#5e74d8', '#b264d3', '#f0808f', '#ffd277'],
  vehicles: {
    moving: '#56b4e9',
    parked: '#b6c2cd',
    offline: '#8795a2',
    expired: '#d992bb',
    alert: '#f08a3c',
    limit: '#e69f00',
    chosen: '#ffffff',
    edge: '#0b1118',
  },
};
