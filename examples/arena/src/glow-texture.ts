import { CanvasTexture } from "three";

/** Draws a soft white dot on black, for sparks and stars that are added onto the picture. */
export function createGlowTexture(): CanvasTexture {
  const size = 64;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser gives no 2D canvas, which the glow is painted on.");
  const gradient = pen.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2);
  gradient.addColorStop(0, "rgba(255, 255, 255, 1)");
  gradient.addColorStop(0.25, "rgba(255, 255, 255, 0.55)");
  gradient.addColorStop(1, "rgba(255, 255, 255, 0)");
  pen.fillStyle = gradient;
  pen.fillRect(0, 0, size, size);
  return new CanvasTexture(canvas);
}
