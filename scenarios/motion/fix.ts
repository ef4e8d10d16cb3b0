/** Where the vehicle was at one moment. */
export interface Fix {
  /** Milliseconds since 1970 UTC. */
  time: number;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** Metres. */
  altitude?: number;
  /** km/h, over some five seconds around the fix. Absent where nothing around it tells. */
  speed?: number;
  /** Degrees clockwise from north, 0 up to 360. While the vehicle stands, the last one is kept. */
  course?: number;
}
