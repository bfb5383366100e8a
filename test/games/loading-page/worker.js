fetch("inner.json")
  .then((response) => response.json())
  .then(() => fetch("https://worker.example/"))
  .catch(() => postMessage("loaded"));
