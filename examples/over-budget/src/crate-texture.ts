import { CanvasTexture, SRGBColorSpace } from "three";

const size = 256;
const frame = 26;

/** Draws one side of a wooden crate in greys, to be tinted by the material's colour. */
export function createCrateTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser gives no 2D canvas, which the crates are painted on.");
  drawPlanks(pen);
  drawFrame(pen);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function drawPlanks(pen: CanvasRenderingContext2D): void {
  const plankCount = 5;
  const plankHeight = size / plankCount;
  for (let plank = 0; plank < plankCount; plank += 1) {
    pen.fillStyle = plank % 2 === 0 ? "#ececec" : "#dedede";
    pen.fillRect(0, plank * plankHeight, size, plankHeight);
    pen.fillStyle = "#a8a8a8";
    pen.fillRect(0, plank * plankHeight, size, 4);
  }
}

function drawFrame(pen: CanvasRenderingContext2D): void {
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = frame;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(size, size);
  pen.stroke();
  pen.strokeRect(frame / 2, frame / 2, size - frame, size - frame);
  pen.strokeStyle = "#a0a0a0";
  pen.lineWidth = 4;
  pen.strokeRect(2, 2, size - 4, size - 4);
  pen.strokeRect(frame, frame, size - 2 * frame, size - 2 * frame);
}
