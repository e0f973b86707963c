import { CRITERIA } from "@/contract/evaluation/weights";
import { pick } from "./cover-seed";
import { type Canvas, Curve, Disc, HoopShape, In, n, RingShape, RingShapes } from "./cover-shapes";

/** Reports whether a picture is more than three times as wide as high, so that a centred shape would look lost. */
function isStrip(w: number, h: number): boolean {
  return w > 3 * h;
}

/**
 * Draws the cover family *eco* (echo): bands around a centre, cut by a vertical line. The right half is shifted up by
 * one or three bands. If an editor chose the number of bands, the picture shows all of them.
 */
export function eco({ w, h, u, r, figure, accent, count }: Canvas) {
  const wide = isStrip(w, h);
  const seeded = u * pick([0.34, 0.5], r()) * (wide ? 1.8 : 1);
  const seededSlid = pick([1, 3], r());
  const slid = wide ? 1 : seededSlid;
  const room = wide ? w * 0.46 : u * 2.7;
  const band = count ? Math.min(room / (2 * count + slid), h * 0.28) : seeded;
  const slide = band * slid;
  const x = w / 2;
  const y = h * (0.46 + r() * 0.08);
  const reach = Math.hypot(Math.max(x, w - x), Math.max(y, h - y)) + slide;
  const radii = Array.from(
    { length: count ?? Math.ceil(reach / (2 * band)) },
    (_, k) => band * (2 * k + 1.5),
  );
  const half = (radius: number, top: number, sweep: 0 | 1) =>
    `M${n(x)} ${n(top - radius)}A${n(radius)} ${n(radius)} 0 0 ${sweep} ${n(x)} ${n(top + radius)}`;
  return (
    <>
      <In ink={figure}>
        {radii.map((radius) => (
          <Curve key={radius} d={half(radius, y, 0) + half(radius, y - slide, 1)} width={band} />
        ))}
      </In>
      <In ink={accent} data-hops>
        <Disc x={x} y={y - slide} d={band * 1.1} />
      </In>
    </>
  );
}

/**
 * Returns columns, cell size, and rows of a grid of `count` rings. The rings are as large as the picture allows, with
 * space for one raised ring above the grid.
 */
function gridFor(count: number, w: number, h: number) {
  const air = isStrip(w, h) ? 1.15 : 1.7;
  const grids = Array.from({ length: count }, (_, k) => {
    const columns = k + 1;
    const rows = Math.ceil(count / columns);
    const cell = Math.min(w / (columns + 0.45), h / (rows + air));
    // Prefer a grid whose last row is full, even if its rings are up to 15 % smaller.
    return { columns, rows, cell, worth: count % columns === 0 ? cell * 1.15 : cell };
  });
  return grids.reduce((best, grid) => (grid.worth > best.worth ? grid : best));
}

/**
 * Returns the grid of a *grata* cover for which no editor chose the number of rings. In a wide picture, more columns
 * make the cells small enough for a raised ring above the grid. A very wide picture has one row.
 */
function seededGrid(w: number, h: number, r: () => number) {
  const wide = isStrip(w, h);
  const fewest = Math.ceil(((wide ? 2.15 : 3.5) * w) / h - 0.45);
  const columns = Math.max(4 + Math.floor(r() * 3), fewest);
  const cell = w / (columns + 0.45);
  if (wide) return { columns, cell, rows: 1 };
  return { columns, cell, rows: Math.max(2, Math.floor((h * 0.6) / cell)) };
}

/**
 * Draws the cover family *grata* (grid): rows of rings from the bottom. One ring is raised above the grid and leaves an
 * empty outline.
 */
export function grata({ w, h, u, r, figure, accent, count: asked, which }: Canvas) {
  const { columns, rows, cell } = asked ? gridFor(asked, w, h) : seededGrid(w, h, r);
  const count = asked ?? columns * rows;
  const d = cell * 0.8;
  const left = (w - (columns - 1) * cell) / 2;
  const foot = asked ? cell * 0.725 : left;
  const below = isStrip(w, h) ? cell * 0.55 : foot;
  const inTopRow = count - (rows - 1) * columns;
  const jumped = Math.min(1 + Math.floor(r() * (columns - 1)), inTopRow - 1);
  const seat = which ? which - 1 : (rows - 1) * columns + jumped;
  const top = h - below - (rows - 1) * cell;
  const spots = Array.from({ length: count }, (_, k) => ({
    x: left + (k % columns) * cell,
    y: h - below - Math.floor(k / columns) * cell,
  }));
  const empty = spots[seat];
  // Keeps the *grata* cover's raised ring about as far from the upper edge as the outer rings are from the sides.
  const edge = Math.max(cell * 0.725 - d / 2, u * 0.45);
  const height = Math.min(cell * (1.3 + r() * 0.7), top - d / 2 - edge);
  return (
    <>
      <In ink={figure}>
        <RingShapes spots={spots.filter((spot) => spot !== empty)} d={d} />
        {empty && <HoopShape {...empty} d={d} line={u * 0.05} />}
      </In>
      <In ink={accent} data-hops>
        <RingShape x={left + (seat % columns) * cell} y={top - height} d={d} />
      </In>
    </>
  );
}

/**
 * Returns the number of cells in each column of the cover *spicchi*, `cells` in total. The columns form a stair that rises
 * by one cell per column to the right.
 */
function stairOf(cells: number): number[] {
  const columns = Math.ceil((Math.sqrt(8 * cells + 1) - 1) / 2);
  let over = (columns * (columns + 1)) / 2 - cells;
  // If the columns have more cells than `cells`, remove the surplus from the lowest columns.
  return Array.from({ length: columns }, (_, k) => {
    const gone = Math.min(over, k + 1);
    over -= gone;
    return k + 1 - gone;
  }).filter((height) => height > 0);
}

/**
 * Returns the column heights, in cells, of the cover pattern `spicchi` in a wide picture. Most columns are one cell
 * high, and a few at the right are two cells high. A complete stair of columns would fill only one corner of a wide
 * picture.
 */
function lowStair(cells: number, w: number, h: number): number[] {
  const high = Math.floor(cells / 6);
  const heights = [...Array<number>(cells - 2 * high).fill(1), ...Array<number>(high).fill(2)];
  const reach = Math.min(w, (heights.length * h) / (2 + AIR));
  return reach > 0.6 * w ? heights : Array<number>(cells).fill(1);
}

/** Height of the empty space above the highest column of a *spicchi* cover, in cells. */
const AIR = 0.7;

/**
 * Draws the cover family *spicchi* (wedges): rising columns of quarter discs and rings, with one separate ring above a
 * column.
 */
export function spicchi({ w, h, r, figure, accent, count }: Canvas) {
  const seeded = 3 + Math.floor(r() * 2);
  const all = count ? count - 1 : (seeded * (seeded + 1)) / 2;
  const heights = isStrip(w, h) ? lowStair(all, w, h) : stairOf(all);
  const columns = heights.length;
  const highest = Math.max(...heights);
  // If all columns have the same height, the separate ring above a column is the highest shape and needs more space.
  const level = heights.every((height) => height === highest);
  const cell = Math.min(w / columns, h / (highest + (level ? 1.2 : AIR)));
  const left = w - columns * cell;
  // If the columns differ in height, the separate ring is never above the highest column, which has too little space
  // above it.
  const last = level ? columns - 2 : heights.findLastIndex((height) => height < highest);
  const from = Math.min(last, 1 + Math.floor(r() * (columns - 2)));
  const ring = cell * (0.65 + r() * 0.1);
  // The ring that belongs to no column touches the quarter disc at the top of the column below the ring. The centre of
  // the quarter disc is the lower right corner of the disc's cell.
  const above = Math.sqrt((cell + ring / 2) ** 2 - (cell / 2) ** 2) - cell;
  const cells = heights.flatMap((height, column) =>
    Array.from({ length: height }, (_, row) => {
      const topmost = row === height - 1;
      const place = { x: left + column * cell, y: h - (row + 1) * cell };
      const kind = topmost ? 0 : r();
      const turn = topmost ? 0 : Math.floor(r() * 4);
      // Shapes in the two columns at the separate ring never have the ring's colour, because two touching shapes would
      // look like one.
      const marked = r() < 0.2 && column !== from && column !== from + 1;
      return { ...place, turn, quarter: kind < 0.75, ink: marked ? accent : figure };
    }),
  );
  return (
    <>
      {/* All shapes of one colour form one path. Between separate shapes, the page would show through as thin lines. */}
      {[figure, accent].map((ink) => {
        const own = cells.filter((one) => one.ink === ink);
        const quarters = own.filter((one) => one.quarter);
        return (
          <In key={ink} ink={ink}>
            {quarters.length > 0 && (
              <path
                d={quarters.map(({ x, y, turn }) => quarter(x, y, cell, turn)).join("")}
                fill="currentColor"
                stroke="currentColor"
              />
            )}
            {own
              .filter((one) => !one.quarter)
              .map(({ x, y }) => (
                <RingShape key={`${x} ${y}`} x={x + cell / 2} y={y + cell / 2} d={cell} />
              ))}
          </In>
        );
      })}
      <In ink={accent} data-hops>
        <RingShape
          x={left + (from + 0.5) * cell}
          y={h - (heights[from] ?? 1) * cell - above}
          d={ring}
        />
      </In>
    </>
  );
}

/** Returns the SVG path of a quarter disc that fills its cell. With turn 0, the disc's centre is at the lower right. */
function quarter(x: number, y: number, c: number, turn: number): string {
  const [right, lower] = [
    [1, 1],
    [0, 1],
    [0, 0],
    [1, 0],
  ][turn] ?? [1, 1];
  const cx = x + (right ? c : 0);
  const cy = y + (lower ? c : 0);
  const ax = right ? x : x + c;
  const by = lower ? y : y + c;
  const sweep = right === lower ? 1 : 0;
  return `M${n(cx)} ${n(cy)}L${n(ax)} ${n(cy)}A${n(c)} ${n(c)} 0 0 ${sweep} ${n(cx)} ${n(by)}Z`;
}

/** Line thicknesses of the cover *fascio*: the weights of the evaluation criteria. */
const WEIGHTS = CRITERIA.map(({ weight }) => weight);

/**
 * Draws the cover family *fascio* (bundle): parallel lines that turn by a quarter circle, one of them in the accent
 * colour. Line thicknesses are the weights of the criteria. If an editor chose the number of lines, all lines are
 * equally thick.
 */
export function fascio({ w, h, u, r, figure, accent, count }: Canvas) {
  const own = count ? Array<number>(count).fill(1) : WEIGHTS;
  const weights = r() < 0.5 ? own : [...own].reverse();
  const chosen = Math.floor(r() * weights.length);
  const total = Math.min(w, h) * (0.64 + r() * 0.08);
  const gap = total * 0.05;
  const sum = weights.reduce((all, weight) => all + weight);
  const scale = (total - (weights.length - 1) * gap) / sum;
  const inner = u * 0.3;
  const x = w * 0.16 + Math.max(0, w - h) * 0.4 - inner;
  const y = Math.max(0, Math.min(h * 0.37, h - total - h * 0.06) - inner);
  let offset = inner;
  const lines = weights.map((weight, index) => {
    const width = weight * scale;
    const radius = n(offset + width / 2);
    offset += width + gap;
    const d = `M${n(x + radius)} 0V${n(y)}A${radius} ${radius} 0 0 1 ${n(x)} ${n(y + radius)}H0`;
    return { d, width, ink: index === chosen ? accent : figure };
  });
  return lines.map(({ d, width, ink }) => (
    <In key={d} ink={ink}>
      <Curve d={d} width={width} />
    </In>
  ));
}
