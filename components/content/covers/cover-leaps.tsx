import { leapPath, riseMoments } from "@/components/ui/figures/leap";
import { pick } from "./cover-seed";
import { Block, type Canvas, Curve, Disc, HoopShape, In, n, RingShape } from "./cover-shapes";

/**
 * Draws the cover family *balzi* (leaps): arcs on one line, each wider than the arc before, and a disc at the top of
 * the last arc.
 */
export function balzi({ w, h, u, r, figure, accent, count: asked }: Canvas) {
  const seeded = 2 + Math.floor(r() * 3);
  const count = asked ?? seeded;
  const growth = pick([1.35, 1.6], r());
  const line = u * pick([0.34, 0.5], r());
  const ground = h - u;
  const top = h * 0.21;
  let end = w * (0.8 + r() * 0.06);
  let span = Math.min(w * 0.47, (ground - top) * 0.62);
  // If the editor chose the number of arcs, all arcs must be visible, so the first arc starts inside the picture.
  if (asked) {
    const inSpans = Array.from({ length: asked }, (_, k) => growth ** -k);
    span = Math.min(span, (end - line) / inSpans.reduce((sum, one) => sum + one));
  }
  const apex = { x: end - span / 2, y: top };
  const steep = (ground - top) / span;
  const leaps: string[] = [];
  for (let k = 0; k < count; k++) {
    const from = { x: n(end - span), y: n(ground + line) };
    leaps.push(leapPath(from, { x: n(end), y: n(ground + line) }, n(span * steep + line)));
    end -= span;
    span /= growth;
  }
  return (
    <>
      <In ink={figure}>
        <Block x={0} y={ground} w={w} h={u} />
        {leaps.map((leap) => (
          <Curve key={leap} d={leap} width={line} />
        ))}
      </In>
      <In ink={accent} data-hops>
        <Disc {...apex} d={2 * u} />
      </In>
    </>
  );
}

/**
 * Draws the cover family *cronofoto* (multiple exposure): the positions of a rising ring at equal time steps. The last
 * position is in the accent colour.
 */
export function cronofoto({ w, h, u, r, field, figure, accent, count: asked }: Canvas) {
  const seeded = 9 + Math.floor(r() * 6);
  const count = asked ?? seeded;
  const last = u * pick([2.6, 3.2], r());
  const seat = { x: w * 0.045, y: h - u * 0.55, d: u * 0.9 };
  const moments = riseMoments(seat, { x: w * (0.76 + r() * 0.06), y: last * 0.64, d: last }, count);
  const ring = moments.at(-1) ?? { x: 0, y: 0, d: 0 };
  return (
    <>
      <In ink={figure}>
        <RingShape {...seat} />
        {moments.slice(1, -1).map((moment) => (
          <HoopShape key={moment.x} {...moment} line={u * 0.07} />
        ))}
      </In>
      <In ink={field}>
        <Disc {...ring} />
      </In>
      <In ink={accent} data-hops>
        <RingShape {...ring} />
      </In>
    </>
  );
}

/**
 * Draws the cover family *riga* (line): a line, a curve that leaves the line, `count` rings behind the curve, and a
 * disc at its end.
 */
export function riga({ w, h, u, r, figure, accent, count = 1 }: Canvas) {
  const ground = h * (0.7 + r() * 0.12);
  const seeded = w * (0.26 + r() * 0.18);
  const leave = count > 2 ? Math.max(seeded, w * 0.44) : seeded;
  const end = { x: w * (0.72 + r() * 0.14), y: h * (0.15 + r() * 0.1) };
  const line = u * 0.07;
  const last = leave - w * 0.13 - u * 0.184;
  const pitch = Math.min(u * 1.06, (last * 0.94) / (count - 0.5));
  const ring = Math.min(u * 0.92, pitch * 0.87);
  const path = `M0 ${n(ground)}H${n(leave)}Q${n((leave + end.x) / 2)} ${n(ground)} ${n(end.x)} ${n(end.y)}`;
  return (
    <>
      <In ink={figure}>
        <Curve d={path} width={line} />
        {Array.from({ length: count }, (_, k) => last - k * pitch).map((x) => (
          <RingShape key={x} x={x} y={ground - (ring + line) / 2} d={ring} />
        ))}
      </In>
      <In ink={accent} data-hops>
        <Disc {...end} d={u * 1.45} />
      </In>
    </>
  );
}

/**
 * Draws the cover family *scala* (staircase): bars whose heights grow quadratically. A ring is on top of the last bar,
 * which is at least twice as wide as the others.
 */
export function scala({ w, h, u, r, figure, accent, count: asked }: Canvas) {
  const seeded = 5 + Math.floor(r() * 4);
  const count = asked ?? seeded;
  // The last bar is wide enough for a visible ring on top of it, with any number of bars.
  const last = Math.max(w / count, u * 1.1);
  const pitch = (w - last) / (count - 1);
  const ring = Math.min(last * 0.9, u * (asked ? 1.4 : 2));
  const highest = h - Math.max(h * 0.28, ring * 1.15);
  return (
    <>
      <In ink={figure}>
        {Array.from({ length: count }, (_, k) => {
          const height = highest * (0.34 + (0.66 * k) / (count - 1)) ** 2;
          const width = k === count - 1 ? last : pitch / 2;
          const x = k * pitch;
          return <Block key={x} x={x} y={h - height} w={width} h={height} />;
        })}
      </In>
      <In ink={accent} data-hops>
        <RingShape x={w - last / 2} y={h - highest - ring / 2} d={ring} />
      </In>
    </>
  );
}
