// Loads files in every way that the metrics of loading distinguish. The test knows which.
const context = document.querySelector("canvas").getContext("2d");
const level = await fetch("level.json.br").then((response) => response.json());
// The browser asks once or twice for each, as its memory has room.
for (const name of ["inner.json", "inner.json"]) await fetch(name).then((response) => response.json());
await fetch("https://outside.example/scores").catch(() => undefined);
navigator.sendBeacon("https://outside.example/boot", "1");
new WebSocket("wss://outside.example/");

const sound = new Audio("beep.wav");
document.body.append(sound);
const picture = new Image();
picture.loading = "lazy";
picture.src = "distant.png";
document.body.append(picture);
let isLoaded = 0;
new Worker("worker.js").onmessage = () => {
  isLoaded = 1;
};
// A picture that begins to load with the next rendering.
document.body.className = "ready";

let frame = 0;
function draw() {
  context.fillStyle = `rgb(${level[frame] * 30}, ${isLoaded * 100}, 0)`;
  context.fillRect(frame, 0, 1, 64);
  if (frame % 2 === 0) fetch(`inner.json?${frame}`).then((response) => response.json());
  // Refused in three frames, but only one URL.
  if (frame >= 3 && frame < 6) fetch("https://outside.example/scores").catch(() => undefined);
  if (frame === 9) {
    navigator.sendBeacon("https://outside.example/end", "1");
    new Image().src = "missing.png";
  }
  frame += 1;
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
