import sharp from "sharp";

const COLOURS = ["#fb4f2b", "#fbc51d", "#45b384", "#86b8e6", "#f5abb1", "#11110f"] as const;

/** Creates a small square PNG with a different geometric shape for each project. */
export async function makeLogo(index: number): Promise<Buffer> {
  const ground = COLOURS[index % COLOURS.length];
  const shape = COLOURS[(index * 2 + 3) % COLOURS.length];
  const figures = [
    `<circle cx="128" cy="128" r="78" fill="${shape}"/>`,
    `<path d="M40 200 128 44l88 156z" fill="${shape}"/>`,
    `<path d="M48 208a80 80 0 0 1 160 0z" fill="${shape}"/><circle cx="128" cy="84" r="34" fill="${shape}"/>`,
    `<rect x="56" y="56" width="64" height="144" fill="${shape}"/><circle cx="168" cy="96" r="40" fill="${shape}"/>`,
  ];
  const figure = figures[index % figures.length];
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="${ground}"/>${figure}</svg>`,
    ),
  )
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
