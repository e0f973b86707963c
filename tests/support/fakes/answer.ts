/** The response of a fake service. Null if the address belongs to another fake service. */
export type FakeAnswer = { status?: number; type?: string; body: string } | null;
/** A request as the fake services read it. */
export type FakeRequest = { url: URL; method: string; body: string };

export const JSON_TYPE = "application/json";
export const SCRIPT = "text/javascript; charset=utf-8";
export const PAGE = "text/html; charset=utf-8";
