/** A fake's answer; null if the address belongs to another fake. */
export type FakeAnswer = { status?: number; type?: string; body: string } | null;
/** A request as the fakes read it. */
export type FakeRequest = { url: URL; method: string; body: string };

export const JSON_TYPE = "application/json";
export const SCRIPT = "text/javascript; charset=utf-8";
export const PAGE = "text/html; charset=utf-8";
