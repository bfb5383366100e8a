// A plain page: no library, no import of Framegate, no build. Under Framegate Math.random is seeded, and
// requestAnimationFrame comes 60 times per second of a virtual clock, so every run is the same.

const canvas = document.querySelector("canvas");
const context = canvas?.getContext("2d");
if (!canvas || !context) throw new Error("This browser has no 2D canvas.");

const { width, height } = canvas;
const basketWidth = 120;
const basketY = height - 60;
/** Pixels per second. */
const basketSpeed = 700;
const starsMax = 24;

/** @type {{ x: number, y: number, speed: number, size: number }[]} */
const stars = [];
/** @type {Set<string>} */
const held = new Set();
let basketX = width / 2;
let caught = 0;
let missed = 0;
let lastMs = performance.now();

addEventListener("keydown", (event) => held.add(event.code));
addEventListener("keyup", (event) => held.delete(event.code));
canvas.addEventListener("mousemove", (event) => {
  basketX = (event.offsetX / canvas.clientWidth) * width;
});

/** @param {number} seconds */
function update(seconds) {
  if (held.has("ArrowLeft")) basketX -= basketSpeed * seconds;
  if (held.has("ArrowRight")) basketX += basketSpeed * seconds;
  basketX = Math.min(width, Math.max(0, basketX));
  if (stars.length < starsMax && Math.random() < 0.06) {
    stars.push({ x: Math.random() * width, y: -20, speed: 120 + Math.random() * 240, size: 4 + Math.random() * 8 });
  }
  for (let index = stars.length - 1; index >= 0; index--) {
    const star = stars[index];
    star.y += star.speed * seconds;
    const isCaught = Math.abs(star.y - basketY) < 14 && Math.abs(star.x - basketX) < basketWidth / 2;
    if (!isCaught && star.y < height + 20) continue;
    if (isCaught) caught++;
    else missed++;
    stars.splice(index, 1);
  }
}

/** @param {CanvasRenderingContext2D} screen */
function draw(screen) {
  screen.fillStyle = "#0b1026";
  screen.fillRect(0, 0, width, height);
  screen.fillStyle = "#ffe28a";
  for (const { x, y, size } of stars) {
    screen.beginPath();
    screen.arc(x, y, size, 0, 2 * Math.PI);
    screen.fill();
  }
  screen.fillStyle = "#c98b4a";
  screen.fillRect(basketX - basketWidth / 2, basketY, basketWidth, 24);
  screen.fillStyle = "#ffffff";
  screen.font = "24px sans-serif";
  screen.fillText(`caught ${caught}, missed ${missed}`, 24, 40);
}

/** @param {number} nowMs */
function frame(nowMs) {
  // A hidden tab pauses; the stars must not jump when it comes back.
  update(Math.min(0.1, Math.max(0, nowMs - lastMs) / 1000));
  lastMs = nowMs;
  if (context) draw(context);
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
