import { expect, test } from "vitest";
import { type VideoName, video } from "@/tests/support/made-files/files";
import { lookInto } from "./look-into";

const look = (name: VideoName | "noise.mp4", bytes = video(name as VideoName)) =>
  lookInto("video", new File([new Uint8Array(bytes)], name));

test.each(["long-121.mp4", "long-121.mov", "long-121.3gp"] as const)(
  "%s is too long before its first byte is sent",
  async (name) => {
    expect(await look(name)).toEqual({ code: "file_too_long", found: 121 });
  },
);

test("subtitles longer than the video do not count", async () => {
  expect(await look("subtitled.mp4")).toBeNull();
});

test.each(["clip.mp4", "hevc.mov", "clip.3gp", "long-120.mp4"] as const)(
  "%s is short enough",
  async (name) => {
    expect(await look(name)).toBeNull();
  },
);

test("a file without length headers is left to the server", async () => {
  expect(await look("clip.avi")).toBeNull();
  expect(await look("noise.mp4", Buffer.alloc(5000, 255))).toBeNull();
  expect(await look("noise.mp4", video("long-121.mp4").subarray(0, 40))).toBeNull();
});
