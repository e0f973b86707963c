import { isValidElement, type ReactNode } from "react";
import { COLOURS } from "@/contract/brand";
import type { CoverChoice } from "@/contract/content/covers";
import type { Section } from "@/lib/routes/sections";
import { Cover } from "./cover";
import type { Ink } from "./cover-palette";
import { In } from "./cover-shapes";

/**
 * Returns a cover as a standalone SVG file without text. The file contains its colour values, because it has no
 * stylesheet.
 *
 * @param width and height in pixels
 */
export function coverSvg({
  width,
  height,
  ...cover
}: {
  slug: string;
  section: Section;
  width: number;
  height: number;
  choice?: CoverChoice | undefined;
  subject?: string | undefined;
}): string {
  const { props } = Cover({ ...cover, width, height });
  const frame = `width="${width}" height="${height}" viewBox="${props.viewBox}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${drawn(props.children)}</svg>`;
}

/** The SVG names of React attributes. Class names are left out, because a standalone file has no stylesheet. */
const ATTRIBUTES: Record<string, string> = { strokeWidth: "stroke-width" };
const LEFT_OUT = new Set(["children", "className"]);

/** Converts the cover's React elements to SVG text. The elements are pure functions without state, text, or events. */
function drawn(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(drawn).join("");
  if (!isValidElement<Record<string, unknown> & { children?: ReactNode }>(node)) return "";
  const { type, props } = node;
  if (type === In) {
    const colour = COLOURS[props.ink as Ink];
    return `<g color="${colour}">${drawn(props.children)}</g>`;
  }
  if (typeof type === "function") return drawn((type as (props: object) => ReactNode)(props));
  if (typeof type !== "string") return drawn(props.children);
  const attributes = Object.entries(props)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => ` ${ATTRIBUTES[name] ?? name}="${escaped(value)}"`);
  return `<${type}${attributes.join("")}>${drawn(props.children)}</${type}>`;
}

function escaped(value: unknown): string {
  return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
