import { pointOnCircle } from "./arena-shape.ts";

/** The initial position of a crate. */
export interface CratePlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Turns about the vertical. */
  readonly turn: number;
  /** Offset into the palette, by pile. */
  readonly shade: number;
}

const pyramidCount = 6;
const pyramidBase = 4;
const wallWidth = 8;
const wallHeight = 2;

/** Plans six pyramids with six low walls between them: 276 crates in separate piles. */
export function planCrates(): readonly CratePlace[] {
  const places: CratePlace[] = [];
  for (let pile = 0; pile < pyramidCount; pile += 1) {
    places.push(...planPyramid((pile + 0.25) / pyramidCount, pile));
    places.push(...planWall((pile + 0.75) / pyramidCount, pile + 2));
  }
  return places;
}

function planPyramid(turn: number, shade: number): CratePlace[] {
  const places: CratePlace[] = [];
  for (let storey = 0; storey < pyramidBase; storey += 1) {
    const side = pyramidBase - storey;
    for (let cell = 0; cell < side * side; cell += 1) {
      const along = (cell % side) - (side - 1) / 2;
      const out = Math.floor(cell / side) - (side - 1) / 2;
      places.push(placeInPile({ turn, shade, distance: 10, along, out, storey }));
    }
  }
  return places;
}

function planWall(turn: number, shade: number): CratePlace[] {
  const places: CratePlace[] = [];
  for (let cell = 0; cell < wallWidth * wallHeight; cell += 1) {
    const storey = Math.floor(cell / wallWidth);
    const along = (cell % wallWidth) - (wallWidth - 1) / 2;
    places.push(placeInPile({ turn, shade, distance: 13, along, out: 0, storey }));
  }
  return places;
}

interface PileCell {
  readonly turn: number;
  readonly shade: number;
  /** Metres from the middle of the platform to the middle of the pile. */
  readonly distance: number;
  /** Crates along the circle and away from the middle. */
  readonly along: number;
  readonly out: number;
  readonly storey: number;
}

function placeInPile(cell: PileCell): CratePlace {
  const outward = pointOnCircle(cell.turn, 1);
  const radial = cell.distance + cell.out;
  return {
    x: outward.x * radial - outward.z * cell.along,
    y: 0.5 + cell.storey,
    z: outward.z * radial + outward.x * cell.along,
    turn: cell.turn,
    shade: cell.shade,
  };
}
