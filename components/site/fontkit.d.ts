/** Types for the functions of fontkit that this site uses. The fontkit package contains no types. */
declare module "fontkit" {
  interface Glyph {
    id: number;
    path: { scale(x: number, y: number): { toSVG(): string } };
  }
  export interface Font {
    unitsPerEm: number;
    layout(text: string): { glyphs: Glyph[]; positions: { xAdvance: number }[] };
  }
  export function create(file: Buffer): Font;
}
