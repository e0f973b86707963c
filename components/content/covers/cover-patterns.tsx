import { CRITERIA, TOTAL_MAX } from "@/contract/evaluation/weights";
import { pick } from "./cover-seed";
import { type Canvas, Curve, Disc, HoopShape, In, n, RingShape } from "./cover-shapes";

/** *eco*: bands round a centre, cut by a vertical; the right half has slid up by one or three bands. */
export function eco({ w, h, u, r, figure, accent }: Canvas) {
  const band = u * pick([0.34, 0.5], r());
  const slide = band * pick([1, 3], r());
  const x = w / 2;
  const y = h * (0.46 + r() * 0.08);
  const reach = Math.hypot(Math.max(x, w - x), Math.max(y, h - y)) + slide;
  const radii = Array.from(
    { length: Math.ceil(reach / (2 * band)) },
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
      <In ink={accent}>
        <Disc x={x} y={y - slide} d={band * 1.1} />
      </In>
    </>
  );
}

/** *grata*: rows of rings from below; one of the top row has jumped and left its hoop. */
export function grata({ w, h, u, r, figure, accent }: Canvas) {
  // In a wide picture, enough of them for the one that jumps to clear its seat.
  const columns = Math.max(4 + Math.floor(r() * 3), Math.ceil((3.2 * w) / h - 0.45));
  const cell = w / (columns + 0.45);
  const d = cell * 0.8;
  const margin = (w - (columns - 1) * cell) / 2;
  const rows = Math.max(2, Math.floor((h * 0.6) / cell));
  const jumped = 1 + Math.floor(r() * (columns - 1));
  const top = h - margin - (rows - 1) * cell;
  const spots = Array.from({ length: columns * rows }, (_, k) => ({
    x: margin + (k % columns) * cell,
    y: h - margin - Math.floor(k / columns) * cell,
  }));
  const seat = (rows - 1) * columns + jumped;
  const height = Math.min(cell * (1.3 + r() * 0.7), top - d * 0.62);
  return (
    <>
      <In ink={figure}>
        {spots.map((spot, k) =>
          k === seat ? (
            <HoopShape key={`${spot.x} ${spot.y}`} {...spot} d={d} line={u * 0.05} />
          ) : (
            <RingShape key={`${spot.x} ${spot.y}`} {...spot} d={d} />
          ),
        )}
      </In>
      <In ink={accent}>
        <RingShape x={margin + jumped * cell} y={top - height} d={d} />
      </In>
    </>
  );
}

/** *spicchi*: columns that step up to the right, made of quarter discs and rings; a ring jumps off one. */
export function spicchi({ w, h, r, figure, accent }: Canvas) {
  const columns = 3 + Math.floor(r() * 2);
  const cell = Math.min(w / columns, h / (columns + 0.7));
  const left = w - columns * cell;
  const from = 1 + Math.floor(r() * (columns - 1));
  const ring = cell * (0.7 + r() * 0.15);
  const cells = Array.from({ length: columns }, (_, column) =>
    Array.from({ length: column + 1 }, (_, row) => {
      const x = left + column * cell;
      const y = h - (row + 1) * cell;
      const kind = row === column ? 0 : r();
      return {
        x,
        y,
        kind,
        turn: row === column ? 0 : Math.floor(r() * 4),
        ink: r() < 0.2 ? accent : figure,
      };
    }),
  ).flat();
  return (
    <>
      {/* The hairline stroke closes the seams between neighbours of the same ink. */}
      {cells.map(({ x, y, kind, turn, ink }) => (
        <In key={`${x} ${y}`} ink={ink}>
          {kind < 0.75 ? (
            <path d={quarter(x, y, cell, turn)} fill="currentColor" stroke="currentColor" />
          ) : (
            <RingShape x={x + cell / 2} y={y + cell / 2} d={cell} />
          )}
        </In>
      ))}
      <In ink={accent}>
        <RingShape
          x={left + (from + 0.5) * cell}
          y={Math.max(ring * 0.55, h - (from + 1) * cell - ring * 0.6)}
          d={ring}
        />
      </In>
    </>
  );
}

/** A quarter disc that fills its cell; turn 0 has its centre at the lower right, as if rising. */
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

/** How thick the lines are: the weights of the evaluation. */
const WEIGHTS = CRITERIA.map(({ weight }) => weight);

/** *fascio*: lines as thick as the weights turn a quarter together; one is in accent. */
export function fascio({ w, h, u, r, figure, accent }: Canvas) {
  const weights = r() < 0.5 ? WEIGHTS : [...WEIGHTS].reverse();
  const chosen = Math.floor(r() * WEIGHTS.length);
  const total = Math.min(w, h) * (0.64 + r() * 0.08);
  const gap = total * 0.05;
  const scale = (total - (WEIGHTS.length - 1) * gap) / TOTAL_MAX;
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
