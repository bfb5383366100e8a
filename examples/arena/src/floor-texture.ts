import { CanvasTexture, SRGBColorSpace } from "three";

const size = 2048;
const ringCount = 8;
const spokeCount = 24;

/** Draws the platform's glowing lines, white on black, to be tinted by an emissive colour. */
export function createFloorTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser gives no 2D canvas, which the floor is painted on.");
  pen.fillStyle = "black";
  pen.fillRect(0, 0, size, size);
  pen.translate(size / 2, size / 2);
  drawRings(pen);
  drawSpokes(pen);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function drawRings(pen: CanvasRenderingContext2D): void {
  for (let ring = 1; ring <= ringCount; ring += 1) {
    const isBold = ring % 4 === 0 || ring === 2;
    pen.strokeStyle = isBold ? "rgba(255, 255, 255, 0.85)" : "rgba(255, 255, 255, 0.3)";
    pen.lineWidth = isBold ? 8 : 4;
    pen.beginPath();
    pen.arc(0, 0, (ring / ringCount) * (size / 2 - 12), 0, 2 * Math.PI);
    pen.stroke();
  }
}

function drawSpokes(pen: CanvasRenderingContext2D): void {
  pen.strokeStyle = "rgba(255, 255, 255, 0.22)";
  pen.lineWidth = 4;
  for (let spoke = 0; spoke < spokeCount; spoke += 1) {
    pen.save();
    pen.rotate((spoke / spokeCount) * 2 * Math.PI);
    pen.beginPath();
    pen.moveTo(size / 8, 0);
    pen.lineTo(size / 2, 0);
    pen.stroke();
    pen.restore();
  }
}
