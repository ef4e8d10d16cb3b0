/** Where vehicles park: beside the road on which they were last. */
import type { FeatureCollection } from 'geojson';
import { equatorLength, longitudeScale } from '../../../contracts/kit/geodesy.ts';
import { latitudeOf, type WorldPoint, worldX, worldY } from './camera.ts';

/** A straight piece of road, in world coordinates. */
export interface Piece {
  from: WorldPoint;
  to: WorldPoint;
}

/** The kerb of a piece of road, next to a vehicle. */
export interface Kerb {
  piece: Piece;
  /** From the beginning of the piece to its end: 0 to 1. */
  share: number;
}

/** Metres from the middle of a road within which a vehicle is on it: beyond, it is beside the road already. */
const ON_ROAD = 25;
/** A side street is preferred to a main road that is nearer by fewer metres than this. */
const PREFERRED = 3;
/** Where vehicles park, by what is preferred. */
const CLASSES: readonly unknown[] = ['street', 'arterial', 'main', 'ring'];

/** Kerbs of a town's roads; no vehicle parks in a tunnel. */
export class Kerbs {
  private readonly pieces: readonly Piece[];
  /** By vehicle: where it was when its kerb was searched. */
  private readonly found = new Map<number, { x: number; y: number; kerb: Kerb | undefined }>();

  constructor(roads: Pick<FeatureCollection, 'features'> | null | undefined) {
    const features = roads?.features ?? [];
    this.pieces = CLASSES.flatMap((name) =>
      features
        .filter(({ properties }) => properties?.class === name && properties?.tunnel !== true)
        .flatMap(({ geometry }) => (geometry.type === 'LineString' ? piecesOf(geometry.coordinates) : [])),
    );
  }

  /** The kerb for a vehicle at a place in world coordinates; `undefined` where it is on no road. */
  of(number: number, x: number, y: number): Kerb | undefined {
    const known = this.found.get(number);
    if (known !== undefined && known.x === x && known.y === y) return known.kerb;
    const kerb = this.nearest(x, y);
    this.found.set(number, { x, y, kerb });
    return kerb;
  }

  private nearest(x: number, y: number): Kerb | undefined {
    const metre = 1 / (equatorLength * longitudeScale(latitudeOf(y)));
    let nearest: Kerb | undefined;
    let least = (ON_ROAD + PREFERRED) * metre;
    for (const piece of this.pieces) {
      const [fromX, fromY] = piece.from;
      const [alongX, alongY] = [piece.to[0] - fromX, piece.to[1] - fromY];
      const square = alongX ** 2 + alongY ** 2;
      const along = (x - fromX) * alongX + (y - fromY) * alongY;
      const share = square === 0 ? 0 : Math.min(1, Math.max(0, along / square));
      const away = Math.hypot(fromX + share * alongX - x, fromY + share * alongY - y);
      if (away >= least - PREFERRED * metre) continue;
      least = away;
      nearest = { piece, share };
    }
    return nearest;
  }
}

function piecesOf(coordinates: readonly (readonly number[])[]): Piece[] {
  const corners = coordinates.map(
    ([longitude = 0, latitude = 0]): WorldPoint => [worldX(longitude), worldY(latitude)],
  );
  return corners.slice(1).flatMap((to, index) => {
    const from = corners[index];
    return from === undefined || (from[0] === to[0] && from[1] === to[1]) ? [] : [{ from, to }];
  });
}
