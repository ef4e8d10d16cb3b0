/** Position of the vehicle at one moment. */
export interface Fix {
  /** Milliseconds since 1970 UTC. */
  time: number;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** Metres. */
  altitude?: number;
  /** km/h, over some five seconds around the fix. Absent where the points around it do not give it. */
  speed?: number;
  /** Degrees clockwise from north, 0 up to 360. While the vehicle is parked, the last one is kept. */
  course?: number;
}
