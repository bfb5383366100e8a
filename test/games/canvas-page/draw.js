// Draws as much in each frame as the benchmark requests.
const context = document.querySelector("canvas").getContext("2d");
const picture = new Image(32, 32);
picture.src = "picture.png";

const draw = {
  paths(x, y, index) {
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 20, y + 5);
    context.quadraticCurveTo(x + 30, y + 30, x, y + 20);
    context.closePath();
    context.fillStyle = index % 2 === 0 ? "#345" : "#c53";
    context.fill();
  },
  images(x, y, index) {
    context.save();
    context.translate(x, y);
    context.rotate(index * 0.01);
    context.drawImage(picture, -16, -16);
    context.restore();
  },
  text(x, y, index) {
    context.fillText(`score ${String(index % 100)}`, x, y);
  },
};

globalThis.load = { kind: "paths", operations: 0 };

/** Draws one frame, or a part of it. */
globalThis.drawSome = (kind, from, to) => {
  for (let index = from; index < to; index += 1) draw[kind]((index * 37) % 1240, (index * 53) % 680, index);
};

requestAnimationFrame(function frame() {
  const { kind, operations } = globalThis.load;
  if (operations > 0) {
    context.clearRect(0, 0, 1280, 720);
    globalThis.drawSome(kind, 0, operations);
  }
  requestAnimationFrame(frame);
});
