"use client";

import { useEffect, useState } from "react";
import styles from "./second-factor.module.css";

/** White around it, in modules, by which readers find it. */
const BORDER = 4;

/** A text as a QR code, ink on white on whatever ground. What it holds also has to stand beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [rows, setRows] = useState<readonly boolean[][]>([]);
  useEffect(() => {
    let over = false;
    import("uqr")
      .then(({ encode }) => encode(text, { ecc: "M", border: BORDER }).data)
      // Whoever does not get it types the letters beside it.
      .then((data) => over || setRows(data), console.error);
    return () => {
      over = true;
    };
  }, [text]);
  const size = rows.length;
  const squares = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size || 1} ${size || 1}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join("")} />
    </svg>
  );
}
