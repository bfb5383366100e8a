import { z } from "zod";
import { openPlainPage } from "../event-order/open-plain-page.ts";

const foundSchema = z.object({ bytes: z.array(z.number()) });

const script = `
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 16;
  const context = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/webm" });
  let hue = 0;
  const timer = setInterval(() => { hue += 40; context.fillStyle = "hsl(" + hue + " 90% 50%)"; context.fillRect(0, 0, 16, 16); }, 30);
  recorder.ondataavailable = async ({ data }) => {
    found.bytes = [...new Uint8Array(await data.arrayBuffer())];
    found.isDone = true;
  };
  recorder.start();
  setTimeout(() => { clearInterval(timer); recorder.stop(); }, 1000);`;

/** A WebM file of about a second, 16 by 16 pixels, as the browser records it. */
export async function recordVideo(): Promise<Uint8Array> {
  return Uint8Array.from(foundSchema.parse(await openPlainPage({ script })).bytes);
}
