"use client";

import { useEffect, useState } from "react";
import styles from "./second-factor.module.css";

/** Width of the white border around a QR code in modules. Scanners need the border to detect the code. */
const BORDER = 4;

/** Renders a text as a QR code, dark on white on any background. The page must also show the text itself. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [rows, setRows] = useState<readonly boolean[][]>([]);
  useEffect(() => {
    let over = false;
    import("uqr")
      .then(({ encode }) => encode(text, { ecc: "M", border: BORDER }).data)
      // If the QR code does not load, the user can type the text shown next to it.
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
