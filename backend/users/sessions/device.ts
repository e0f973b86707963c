const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];
const LENGTH_MAX = 60;
/** Number of characters read from a User-Agent header. Browsers send far fewer. */
const READ_MAX = 500;

/** Returns a readable device name such as "Firefox · Linux", or the first words of an unknown User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent?.slice(0, READ_MAX) ?? "";
  const names = [BROWSERS, SYSTEMS].flatMap((table) => {
    const found = table.find(([pattern]) => pattern.test(text));
    return found ? [found[1]] : [];
  });
  if (names.length > 0) return names.join(" · ");
  return text
    .replaceAll(/[^\p{L}\p{N} ./_-]/gu, "")
    .trim()
    .slice(0, LENGTH_MAX);
}
