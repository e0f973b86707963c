"use client";

/** Renders `count` empty spans. A client component, so that the flight data contain only their number. */
export function Spans({ count }: { count: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a span is nothing but its place
  return Array.from({ length: count }, (_, index) => <span key={index} />);
}
