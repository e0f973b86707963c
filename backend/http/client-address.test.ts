import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { PEER_HEADER, PROXIED } from "@/contract/peer";

// The module logs its warning only once per process. Load the module again, because an earlier test
// could have caused the warning.
vi.resetModules();
const { clientAddress } = await import("./client-address");

const log = pino({ level: "silent" });
const warn = vi.spyOn(log, "warn");

function addressOf(
  headers: Record<string, string>,
  TRUSTED_HOPS: number,
  SITE_URL = "http://localhost:3000",
) {
  const request = new Request(SITE_URL, { headers });
  return clientAddress({ request, log, config: { TRUSTED_HOPS, SITE_URL } });
}
const forwarded = (value: string, hops = 1) => addressOf({ "X-Forwarded-For": value }, hops);
const connected = (peer: string, siteUrl?: string) =>
  addressOf({ [PEER_HEADER]: peer, "X-Forwarded-For": peer }, 0, siteUrl);

test("a proxy's address is never used as the client's, and the operator gets one warning", () => {
  expect(connected("192.0.2.7")).toBe("192.0.2.7");
  expect(addressOf({}, 1)).toBeNull();
  expect(warn).not.toHaveBeenCalled();
  expect(connected(PROXIED)).toBeNull();
  expect(connected("127.0.0.1", "https://slancio.example")).toBeNull();
  expect(addressOf({ "X-Forwarded-For": "192.0.2.7" }, 0)).toBeNull();
  expect(forwarded("192.0.2.7", 2)).toBeNull();
  expect(warn).toHaveBeenCalledTimes(1);
});

describe("the client's address behind trusted proxies", () => {
  test("an address claimed by the client is ignored", () => {
    expect(forwarded("6.6.6.6, 192.0.2.7")).toBe("192.0.2.7");
    expect(forwarded("6.6.6.6, 192.0.2.7, 10.0.0.1", 2)).toBe("192.0.2.7");
  });

  test.each([
    ["192.0.2.7:51234", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002:0:0:0:9", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ])("the address %s is counted as %s", (given, counted) => {
    expect(forwarded(given)).toBe(counted);
  });
});
