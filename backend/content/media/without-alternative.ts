/** Returns the sources of images without alternative text in an HTML text. */
export function withoutAlternative(html: string): string[] {
  const images = html.match(/<img\b[^<>]*>/gi) ?? [];
  return images
    .filter((image) => !/\balt\s*=\s*(["'])\s*[^\s"'][\s\S]*?\1/i.test(image))
    .map((image) => /\bsrc\s*=\s*(["'])(.*?)\1/i.exec(image)?.[2] ?? image);
}
