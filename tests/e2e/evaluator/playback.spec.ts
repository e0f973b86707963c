import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { canConvert, convert } from "@/backend/files/renditions/convert";
import { VIDEO_EXTENSIONS } from "@/contract/project/uploads";
import { expect, test } from "../../support/browser/browser";

const run = promisify(execFile);

/**
 * Videos in each accepted container format, with the codecs that phones, cameras, screen recorders and old programs
 * use: file name, media type, and ffmpeg's options for picture and sound.
 */
const VIDEOS: [name: string, type: string, picture: string[], sound: string[]][] = [
  ["h264.mp4", "video/mp4", ["libx264"], ["aac"]],
  ["hevc.mp4", "video/mp4", ["libx265", "-tag:v", "hvc1"], ["aac"]],
  ["av1.mp4", "video/mp4", ["libsvtav1", "-preset", "12"], ["libopus"]],
  ["mpeg4.mp4", "video/mp4", ["mpeg4"], ["aac"]],
  ["silent.mp4", "video/mp4", ["libx264"], []],
  ["iphone.mov", "video/quicktime", ["libx265", "-tag:v", "hvc1"], ["aac"]],
  ["h264.mov", "video/quicktime", ["libx264"], ["aac"]],
  ["camera.mov", "video/quicktime", ["mjpeg"], ["pcm_s16le"]],
  ["editing.mov", "video/quicktime", ["prores_ks"], ["pcm_s24le"]],
  ["h263.3gp", "video/3gpp", ["h263"], ["aac"]],
  ["h264.3gp", "video/3gpp", ["libx264"], ["aac"]],
  ["mpeg4.3gp", "video/3gpp", ["mpeg4"], ["aac"]],
  ["xvid.avi", "video/x-msvideo", ["mpeg4", "-vtag", "XVID"], ["libmp3lame"]],
  ["divx3.avi", "video/x-msvideo", ["msmpeg4"], ["libmp3lame"]],
  ["camera.avi", "video/x-msvideo", ["mjpeg"], ["pcm_s16le"]],
  ["h264.avi", "video/x-msvideo", ["libx264"], ["libmp3lame"]],
  ["mpeg1.mpeg", "video/mpeg", ["mpeg1video"], ["mp2"]],
  ["dvd.mpeg", "video/mpeg", ["mpeg2video"], ["ac3"]],
  ["stream.mpeg", "video/mpeg", ["libx264", "-f", "mpegts"], ["aac"]],
];
/** Width and height of the videos in pixels. H.263 allows only a few sizes; all other codecs also accept this one. */
const SIZE = [352, 288];
const SECONDS = 2;
/**
 * The H.264 profiles that all browsers play, also Firefox and Safari: the profile's number in the file, and its name.
 */
const PROFILES: Readonly<Record<number, string>> = { 66: "Baseline", 77: "Main", 100: "High" };
/** H.264 level 4.2, which Safari plays on all its devices. */
const LEVEL_MAX = 42;

const hasEncoder = (args: string[]) =>
  args.length === 0 ||
  execFileSync("ffmpeg", ["-v", "error", "-encoders"]).includes(` ${args[0]} `);

test.beforeEach(async ({ language }) => {
  test.skip(language !== "it", "a video has no words: once is enough");
  test.skip(!(await canConvert("ffmpeg")), "ffmpeg is missing");
});

test("each accepted extension has a video in this test", () => {
  expect(new Set(VIDEOS.map(([name]) => extname(name)))).toEqual(new Set(VIDEO_EXTENSIONS));
});

for (const [name, type, picture, sound] of VIDEOS) {
  test(`the rendition of ${name} plays`, async ({ page }) => {
    test.skip(!hasEncoder(picture) || !hasEncoder(sound), "ffmpeg lacks the encoder");
    const folder = await mkdtemp(join(tmpdir(), "slancio-playback-"));
    try {
      const inputs = ["-i", `testsrc2=s=${SIZE.join("x")}:r=25:d=${SECONDS}`];
      const tone = ["-f", "lavfi", "-i", `sine=d=${SECONDS}`, "-c:a", ...sound];
      await run("ffmpeg", [
        ...["-v", "error", "-nostdin", "-f", "lavfi", ...inputs],
        ...(sound.length > 0 ? tone : []),
        ...["-pix_fmt", picture[0] === "prores_ks" ? "yuv422p10le" : "yuv420p", "-strict", "-2"],
        ...["-c:v", ...picture, join(folder, name)],
      ]);
      await writeFile(join(folder, "input"), await readFile(join(folder, name)));
      const made = await convert(folder, type);
      expect(made).toMatchObject({ ok: true });
      const bytes = await readFile(made.main);

      await test.step("its codec string is one that Firefox and Safari play", async () => {
        const at = bytes.indexOf("avcC") + 5;
        const [profile = 0, , level = 0] = bytes.subarray(at, at + 3);
        expect(Object.keys(PROFILES).map(Number)).toContain(profile);
        expect(level).toBeLessThanOrEqual(LEVEL_MAX);
        expect(bytes.includes("mp4a")).toBe(sound.length > 0);
      });

      await test.step("Chromium decodes its frames and the time goes on", async () => {
        await page.route("http://video.test/**", (route) =>
          route.request().url().endsWith(".mp4")
            ? route.fulfill({ contentType: "video/mp4", body: bytes })
            : route.fulfill({ contentType: "text/html", body: '<video src="/made.mp4" muted>' }),
        );
        await page.goto("http://video.test/");
        const played = await page.locator("video").evaluate(async (video: HTMLVideoElement) => {
          await video.play();
          await new Promise((resolve, reject) => {
            video.addEventListener("ended", resolve, { once: true });
            video.addEventListener("error", () => reject(video.error), { once: true });
          });
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
          const context = canvas.getContext("2d") as CanvasRenderingContext2D;
          context.drawImage(video, 0, 0);
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          const colours = new Set<string>();
          for (let at = 0; at < data.length; at += 404) colours.add(data.slice(at, at + 3).join());
          return {
            size: [video.videoWidth, video.videoHeight],
            currentTime: video.currentTime,
            frames: video.getVideoPlaybackQuality().totalVideoFrames,
            colours: colours.size,
          };
        });
        // The pixels of some formats are not square, so only the height is the same.
        expect(played.size[1]).toBe(SIZE[1]);
        expect(played.currentTime).toBeGreaterThan(SECONDS - 0.5);
        expect(played.frames).toBeGreaterThan(SECONDS * 10);
        expect(played.colours).toBeGreaterThan(50);
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
